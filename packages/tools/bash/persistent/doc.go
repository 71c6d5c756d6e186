// Package persistent is the tool bash of another kind: one shell per agent that keeps its
// directory, variables and functions between calls, on a terminal of its own.
//
// The shell is not interactive: it has no prompt, reads no start-up files and reports no jobs.
// It takes each command from a pipe and marks begin and end of the command's output with a
// random word, so that neither what a command prints nor how long it is silent can be mistaken
// for its end. Commands have no input.
//
// It registers under the same name as the ordinary tool: a composition has one of the two.
package persistent
