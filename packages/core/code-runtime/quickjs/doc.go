// Package quickjs runs model-written TypeScript programs in a real sandbox: the
// QuickJS-NG engine as a WebAssembly guest on wazero. It implements
// [coderuntime.Runtime].
//
// # How a program runs
//
// The engine is compiled once, with a counter at the head of every loop, so
// that nothing a program does can keep the process busy (package
// internal/fuel). Its world, with the library loaded, is frozen once; each
// program starts from that image in an instance of its own, which shares the
// image's pages until it writes to them and is thrown away at the end. One
// goroutine owns a run: it drains the program's jobs, hands calls to the
// namespaces, and sleeps until an outcome, a timer or the end.
//
// A program that the engine accepts as JavaScript runs as it is; any other
// goes through the type eraser, a second guest, which replaces types by white
// space and refuses what is more than types. Text that both would accept with
// different meanings always takes the eraser.
//
// # Limits
//
// Compute time is what passes while the program is inside the engine; waiting
// is free. Wall time never pauses. Memory is everything the program can
// allocate. Output is counted on the host as JSON bytes. A program that waits
// for nothing that could happen ends at once, as a timeout. See [Config].
//
// # What a program sees
//
// The language, with eval and Function, which work within the program's own
// world (P43), a console, timers, and the parts of the web platform that
// need no host: see the README for the list. There is no file system, network,
// process, module loader or environment.
package quickjs
