// Package glob is the tool `glob`: files by their names (§10.2).
//
// The value is every file found. What the model reads is a page of it: all of it up to a cap, else
// the oldest files, or a sample across the entries at the top, as configured, and a footer that
// says what is missing and where the complete list was saved, if it was.
package glob
