// Package provider holds what the adapters of model providers that speak HTTP have in common, so
// that each of them is left with the translation of messages and events.
//
//   - [Client] runs a request: it tries again after faults of transport and load, with growing waits
//     or the wait the provider asked for, and only while nothing of the answer was handed out; it
//     ends streams that send nothing; it joins the events to an answer.
//   - [Answer] and the errors that Client meets become llm.Error values with a stable code. No
//     credential is in any of them.
//   - [Project] turns tool declarations into what a provider's [Dialect] of JSON Schema takes, and
//     leaves out, by name and with the reason, what it cannot turn.
//
// The package knows no SDK.
package provider
