// Package ptc is the executor of programmatic tool calling: the model sees one
// tool, run_code, and a typed SDK of all tools its agent may call, and writes
// TypeScript programs that call them.
//
// A program runs in the code runtime that its agent sees. Each of its calls is
// an ordinary nested call: it goes through the whole pipeline with the same
// agent, set and policies as a native call, under a context that ends with the
// run (P83, P90). Calls are numbered, started and committed in the order in
// which the program made them; those that are safe to overlap do (P71–P80).
//
// Only what the program prints or returns reaches the model, and the images of
// successful calls, which follow as attributed messages (P87, P112).
//
// Rule numbers in comments (P81, R92) are those of the specification.
package ptc
