// Package agentloop lets an agent take steps: ask the model, run the calls that it
// answers with, record both, and go on until there is nothing more to do (§18).
//
// A [Loop] belongs to one agent. [Loop.Turn] takes one turn: it claims what waits
// in the agent's inbox and takes steps until the model asks for no more calls, a
// call concludes the turn, a listener blocks it, the output limit cuts an answer,
// the configured number of steps is used up, the turn is cancelled, or something
// fails. [Loop.Run] takes turns as messages come.
//
// # A step
//
//  1. agent/pre-step decides about the claimed messages: go on or block.
//  2. The conditions of the tools are evaluated for the step's model; what is
//     admitted is what is declared and what may run (R49).
//  3. The executor describes the admitted tools, and the prompt is assembled.
//  4. The step and the messages are recorded, and the request's header and context
//     where they changed.
//  5. The model answers; pieces are recorded as they come, the answer when it is
//     whole.
//  6. Its calls run as one batch; calls and results are recorded in order, and what
//     the results leave for later waits in the inbox for the next step.
//
// # Whatever happens, the history stays valid
//
// A cancelled answer is kept as far as it came, marked as interrupted, without
// calls. A cancelled batch gives every call a result. A batch that fails gives the
// calls that it left without one a result that says so honestly. The turn's end is
// recorded with its reason, and the next turn can be taken.
//
// # Delegation
//
// [Loop.Delegate] makes a sub-agent in a scope below the agent's, gives it a task,
// and returns what came of it: text, or a value that satisfies a schema (R37, §20).
package agentloop
