// Package search finds files by name and lines by content in a tree (§10).
//
// [Searcher] is the front door: it checks what was asked, lets an [Engine] do the work and puts the
// answer in order. There are two engines with the same answers: one in package ripgrep, which runs
// that program, and one in package walker, which needs nothing; package auto picks one.
//
// # The rules both engines follow
//
// Finding files lists regular files, hidden and ignored ones included, but nothing inside the
// directories of version control systems, and follows no links except the root of the search
// itself. A pattern without a slash matches names at any depth, one with a slash is anchored at the
// working directory (not at the root of the search). The order is by modification time, oldest
// first, then by path.
//
// Searching lines respects ignore files, skips hidden and binary files and follows no links. What
// is named explicitly is searched whatever it is. Patterns are case-sensitive, in the syntax of the
// Rust crate regex, and match within one line; "$" does not match before a CR. The order is by path
// in bytes, then by line. UTF-16 with a byte order mark is decoded; a line that is not UTF-8 is
// reported by a fixed text in its place.
//
// Paths in answers are relative to the working directory when they are below it, and else absolute.
// Parts of a name that are not UTF-8 become U+FFFD. What cannot be read is left out and becomes a
// warning; it does not cost the rest of the answer.
package search
