// Package coderuntime is the seam between an executor that lets a model write
// a program and the provider that runs that program in a sandbox (P1-P17).
//
// A [Runtime] runs one program at a time per call of Run, as many calls at
// once as the caller likes, each in a fresh world. The program sees the
// namespaces of its [Request]: each member of a namespace is an asynchronous
// function whose argument and result cross as JSON text. The seam knows
// nothing about tools, sessions or policy: an executor gives one namespace
// whose [Namespace.Invoke] puts the call on its own queue.
//
// Every outcome of a program is a [Result]: a value, or a [Failure] with one
// of the six kinds of P26, and in both cases the captured log. Run returns an
// error only for misuse: a request that breaks the rules of P6, or a runtime
// that was closed.
//
// # Values
//
// Values cross as compact JSON text and never as Go values, so that member
// order, number text and lone surrogates survive (P60, P61). [CheckText]
// decides what is lossless, without recursion, at any depth. Text keeps a lone
// surrogate as its six-byte escape; [WellFormed] replaces those for consumers
// that cannot carry them.
//
// # Providers
//
// A provider checks a request with [Request.Validate], wraps each member call
// in a [Call], keeps the output bounded with a [Ledger], and is configured by
// [Budgets]. The reserved names live here, so that one list of namespaces is
// valid on every provider. The package runtimetest is the conformance suite.
package coderuntime
