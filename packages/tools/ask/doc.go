// Package ask is the tool ask_user_question: the model asks the person it works
// for (§14).
//
// An [Asker] puts the questions to somebody; [Askers] says which one serves which
// agent, and [Terminal] is one for a terminal. Only agents that somebody faces may
// ask: one that works for another agent is refused with DELEGATED_CALLER, one that
// is gone with CALLER_NOT_LIVE, both before anybody sees a question. What counts is
// who is alive now, not what a log says about it.
package ask
