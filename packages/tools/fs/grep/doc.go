// Package grep is the tool `grep`: lines by their content (§10.3).
//
// The value is every matching line, whole. What the model reads is a page of it: up to a number of
// matches, each line cut to a number of bytes between characters, and a line at the end that says
// where the complete result was saved, if it was.
package grep
