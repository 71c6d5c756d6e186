// Package exact lets results of tools/list and tools/call pass the SDK's types
// without losing anything.
//
// The SDK decodes structured content and schemas into maps and floating-point
// numbers, and refuses a whole result for one content block of a kind it does
// not know. This product keeps every digit and the order of members, and shows
// unknown blocks as placeholders. So results are taken as they come off the
// wire, and travel through the SDK as one string in their _meta, where [Take]
// finds them. [Transport] does this for connections of messages, [RoundTripper]
// for HTTP.
package exact
