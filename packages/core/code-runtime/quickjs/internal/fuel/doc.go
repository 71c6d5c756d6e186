// Package fuel rewrites a WebAssembly module so that its code can be stopped.
//
// Go cannot preempt a goroutine inside machine code, and a garbage collection
// waits for every goroutine. A guest in a long loop would therefore stop the
// whole process, its own deadline included. [Instrument] puts a counter at the
// head of every loop; when it runs out the guest calls an imported function,
// which lets Go do its work, decides whether the guest may go on, and returns
// the next amount. Instructions that fill or copy memory pay by length, and are taken
// in pieces, as a long one is a loop too. The count is exact, so a budget in units of it does not
// depend on a clock.
//
// Recursion without loops is bounded by the stack, so loops alone suffice for
// an interpreter; function entries can be counted too.
//
// The pass decodes every instruction, because it also shifts function indices
// to make room for its import. It refuses whatever it does not know.
package fuel
