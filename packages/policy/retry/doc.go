// Package retry runs failed calls again, where the tool says that this changes
// nothing more.
//
// The policy wraps tools/execute. Only calls of tools whose traits say that they
// are idempotent are touched, and only failures that may pass: what the arguments,
// the policies or the caller decided stays as it is. Each further run goes through
// everything further in, a timeout policy included. Contexts that a discarded run
// deferred are discarded with it.
package retry
