// Package approval puts questions about tool calls to whoever may answer them,
// and records both (§16.1).
//
// [Service.Mount] makes the service the approver of a scope. For each question
// of a live agent it records approval/asked and, whatever happens, a matching
// approval/decided. It decides in this order: a cancelled call is cancelled;
// under the policy "never", and for agents that work for others, the answer is
// no before anybody is asked; then the waterfall approval/request asks the
// answerers; where none answers, or one fails, nobody was available. A grant
// covers one call: nothing is remembered.
//
// Answerers listen to approval/request. [Answers] is for programs, [Desk] for
// hosts that show questions and get answers later, [Terminal] for people at one.
// A question is tied to the exact arguments by a digest, and what is shown of it
// is shown whole, with invisible characters made visible.
//
// Waiting ends with the call: at its cancellation the answer is "cancelled" at
// once, and what an answerer says later is discarded. A configured time limit
// ends it with a code of its own.
package approval
