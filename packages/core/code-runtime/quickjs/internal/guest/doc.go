// Package guest runs WebAssembly modules without authority: it compiles them
// with the fuel pass, gives each instance its own bounded memory, and stops
// code that has used up its allowance. It knows nothing of JavaScript; the
// engine and the type eraser are two guests of it.
package guest
