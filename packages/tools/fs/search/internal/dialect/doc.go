// Package dialect reads regular expressions as ripgrep has them, which is the syntax of the Rust
// crate regex, and rewrites them for Go's engine, so that a pattern means the same whichever
// program searches.
//
// What Go's syntax has under other rules is checked and reported as ripgrep reports it: a brace
// must be a repetition count or be escaped, look-around and back references are refused, an escape
// without meaning is an error. What Go's syntax lacks is translated: nested classes and set
// operations, Unicode meanings of \w, \d and \s, repetition of repetitions, the x flag.
//
// Known differences: \b and \B, and \< and \> which become \b, know ASCII words only; a count above
// 1000 is refused; (?R) is refused; inside (?-u) only ASCII can be matched.
package dialect
