// Package spill keeps long results out of the conversation: over a limit, the
// full text goes to a store, and the model reads its beginning, its end and
// where the rest is (§17).
//
// A [Store] takes texts; [Stores] says which one serves whom, and package local
// has one over the file system. A [Policy] has two parts. [Policy.Install]
// listens in front of all other tools/post-execute policies, so that it measures
// what they decided. [ListenLog] does the same to the copies of nested calls'
// content that a program executor records; the event comes as an interface,
// because a policy imports no executor.
//
// The policy never loses a result and never fails a call: without an owner, a
// store, or room for the notice, the content stays as it is, and a warning is
// logged. Package retain is the bounded retention that previews are made with.
package spill
