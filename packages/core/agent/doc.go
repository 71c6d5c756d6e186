// Package agent says which agents are alive. An [Agent] is an identity for
// calls, a scope that holds what belongs to it, a session log, and an [Inbox] of
// messages that wait for its next step. It does nothing by itself: package
// agent-loop takes steps.
//
// [Agents] creates them as a transaction: the agent's scope is made, its rows and
// whatever else the creator wants are installed in it, and only then can anybody
// find it. A failure before that leaves nothing behind. Closing goes the other
// way: the inbox closes, the loop ends, the agent is not found any more, and its
// scope is undone.
//
// An agent may own others. Ownership is about who is alive now: a sub-agent's
// scope is below its owner's, so it ends with it at the latest, and so its key
// inherits what the owner sees, guards and policies included.
//
// The package also declares the events about agents and their steps, so that
// policies can hear of them without knowing the loop.
package agent
