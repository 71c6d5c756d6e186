package window

import "fmt"

// The limits that a tool uses when its configuration gives none (§9).
const (
	DefaultLines     = 2000
	DefaultLineChars = 2000
	DefaultBytes     = 51_200
)

// Query says which window to cut. All fields are positive.
type Query struct {
	// Offset is the number of the first line, from 1.
	Offset int
	// Limit is the largest number of lines.
	Limit int
	// LineChars is the largest number of code points of a line; longer ones are cut and marked.
	LineChars int
	// Bytes bounds the lines together, a separator of one byte between them included. The line that
	// would exceed it ends the window.
	Bytes int
}

// Line is one line of a window, without its line ending.
type Line struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
}

// Window is a window and the number of lines of the whole text. A text without a line has an empty
// window at offset 1.
type Window struct {
	Offset     int
	Lines      []Line
	TotalLines int
}

// Problem is a reason why a stream has no window. It is a closed set of values.
type Problem string

// Error returns the reason in words.
func (p Problem) Error() string { return string(p) }

// The problems.
const (
	// Binary: there is a NUL byte among the first 8192 bytes.
	Binary Problem = "binary file"
	// NotUTF8: there is text that is not UTF-8.
	NotUTF8 Problem = "invalid UTF-8 text"
)

// RangeError says that the window begins after the last line.
type RangeError struct{ Offset, TotalLines int }

// Error names both numbers.
func (e *RangeError) Error() string {
	return fmt.Sprintf("offset %d is out of range (%d lines)", e.Offset, e.TotalLines)
}
