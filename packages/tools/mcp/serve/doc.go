// Package serve offers a registry's tools as an MCP server: over standard
// streams, over streamable HTTP, or over any transport of the SDK.
//
// Every call takes the registry's whole way: policies decide, guards may deny,
// wrappers run, results are inspected. Each client has an agent of its own, so
// that what one client may do and has seen says nothing about another. The tools
// that a client is shown are those that its agent's executor describes at that
// moment: native tools, the one run_code tool, or both.
//
// # What clients get
//
//   - structured content beside the text, with output schemas; a value that is no
//     object travels as {"result": value}
//   - annotations from the tools' traits, and in _meta whether calls may overlap
//   - progress of running bodies, if they ask for it
//   - questions of policies as elicitations, if they can answer them; bodies ask
//     and log through [PeerOf]
//   - links to outputs that were too long, if there is a store that keeps them
//   - a notification when tools come or go
//
// A client that cancels a call, or goes away, cancels its body. The calls of one
// client overlap where their tools' classifiers say so, and run one at a time and in
// the order in which they came otherwise, as the calls of one model response do.
//
// # Protocol
//
// The versions with an initialize handshake are spoken, up to 2025-11-25. The
// newer protocol without sessions is not offered: a policy's question would have
// to survive the end of the request that raised it.
package serve
