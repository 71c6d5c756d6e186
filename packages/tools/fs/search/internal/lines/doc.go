// Package lines finds the lines of a stream that a regular expression matches, the way ripgrep
// does it: the stream is read in pieces that end between lines, a piece with a NUL byte ends a
// search of unknown files, UTF-16 with a byte order mark is decoded, and text that every match must
// contain is looked for before the expression is asked.
package lines
