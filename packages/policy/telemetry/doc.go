// Package telemetry makes OpenTelemetry spans and metrics of tool calls, named by
// the semantic conventions for generative AI.
//
// Each call is one span, execute_tool NAME, from its first policy to its result,
// with an event for each stage that it went through. Calls that another call
// issued are its children; others are children of the span in the caller's
// context. A failed call is an error with its structured code as error.type; a call
// that a policy or a person refused, or that its caller cancelled, is not: that is
// what was wanted.
//
// Arguments and results are left out unless the configuration asks for them.
package telemetry
