// Package eraser removes the types from TypeScript. It drives a second
// WebAssembly guest, the strip-only mode of the SWC parser: types become white
// space, so positions are kept, and syntax that is more than types is refused
// by name. A parser of text that a model wrote never runs in the host process:
// deep text overflows its stack, and some texts keep it busy for ever.
//
// The guest was made for JavaScript hosts and speaks in references to their
// values; a table of a few kinds of value serves it. Every import beyond the
// few it needs ends the guest.
package eraser
