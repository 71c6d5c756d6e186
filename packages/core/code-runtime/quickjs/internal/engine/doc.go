// Package engine drives the JavaScript engine, a WebAssembly guest: it loads
// and prepares it once, starts a fresh world for each program from a frozen
// image, and moves text across the border.
//
// A [World] is used by one goroutine. Every pointer and length that comes
// from the guest is checked before it is used; what the guest says is data of
// an attacker.
package engine
