// Package session keeps the log of a session: an append-only list of typed events from which the
// messages that a model sees are derived, and which survives a crash.
//
// # Events
//
// An [Event] has a sequence number, counted from 0 without gaps, a time, a [Type], a JSON object as
// data, and possibly an effect on the surface. What happens in a turn is recorded as it happens:
//
//	turn/start
//	  step/start
//	    user/message            what the person and the plugins said
//	    assistant/chunk …       the response as it arrives
//	    assistant/message       the response whole
//	    tool/call               before the call's gate
//	    tool/result             its outcome, citing the call
//	  step/end
//	turn/end
//
// A log refuses an event that does not fit what came before: a second turn in an open one, a result
// for a call that nobody made, the end of a step whose calls have no results. So every prefix of a
// log can be closed, and every closed log derives to a history that providers accept.
//
// # The surface
//
// Only user messages, assistant messages and tool results change what the model sees, by
// appending a message or by replacing a run of messages, as a compaction does. [History.Messages]
// folds them. Canonical values of tools are never in the log; content and presentation metadata
// are.
//
// # What is acknowledged is on disk
//
// [Log.Append] returns when the store has the event for good. Appends that come in while the store
// is busy share its next write, so many calls at once cost one sync. [Log.Enqueue] does not wait.
// Observers are told in order, and of an acknowledged event only when it is kept: nothing that was
// shown is missing after a crash.
//
// # After a crash
//
// [Open] closes the turn that a crash left open. A call of the last step that has no result gets
// one that says what is known: TOOL_OUTCOME_UNKNOWN when its tool/call event is there, because
// its body may have run, and TOOL_NOT_STARTED when it is not. Sub-calls are settled and approvals
// decided, the text of a response that was still arriving is kept as an interrupted message, and
// the turn ends as interrupted. [Recovery] tells about it.
//
// # Stores
//
// A [Store] keeps the events. [Memory] keeps them in the process; package jsonl keeps them in a
// file with one writer; package sessiontest tells whether another store may be used.
package session
