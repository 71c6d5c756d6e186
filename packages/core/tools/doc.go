// Package tools is the tool plane's registry and its execution pipeline.
//
// A [Registry] holds tools by scope: global ones, those of a preset, those of
// an agent; the nearest wins, restrictions hide what is inherited, and what a
// scope contributed goes when it closes. A tool is made with [Define] (a struct
// in, a struct out, one function), [DefineSchema] (schemas as values) or as a
// raw [Definition].
//
// Every call takes the same way, which pipeline.go shows top to bottom:
// arguments are frozen, policies decide, guards may deny, wrappers run around
// the body, its value is validated and rendered, policies inspect the result,
// and one frozen outcome is published. Whatever any of them does, a call ends
// in exactly one [Result]; nothing escapes as an error or a panic.
//
// A [Batch] of calls is handed to the [Executor] that its agent sees. Batches
// run on a [Lane]: everything but bodies happens in call order, one at a time,
// while bodies that are safe to overlap run in a rolling pool.
//
// Rule numbers in comments (R1, P1, U1, Q1) are those of the specification.
package tools
