package jsonvalue

import (
	"errors"
	"strconv"
	"strings"
)

// Code names a kind of failure. The strings are stable: they may be stored and compared.
type Code string

const (
	// CodeSyntax means that a text is not JSON at all.
	CodeSyntax Code = "JSON_SYNTAX"
	// CodeLossy means that a text or a Go value holds something that JSON text cannot
	// carry there and back without loss (R39).
	CodeLossy Code = "JSON_LOSSY"
	// CodeDepth means more nesting than [MaxTextDepth] or [MaxDepth] levels.
	CodeDepth Code = "JSON_DEPTH"
	// CodeSize means that a Go value shares parts so often that its text would be larger
	// than [MaxSize].
	CodeSize Code = "JSON_SIZE"
	// CodeDecode means that a value does not fit the Go type it was decoded into.
	CodeDecode Code = "JSON_DECODE"
	// CodePointer means that a JSON pointer is malformed or leads nowhere.
	CodePointer Code = "JSON_POINTER"
)

var headings = map[Code]string{
	CodeSyntax:  "invalid JSON",
	CodeLossy:   "not lossless JSON",
	CodeDepth:   "JSON nested too deeply",
	CodeSize:    "JSON too large",
	CodeDecode:  "JSON value does not fit",
	CodePointer: "JSON pointer",
}

// Error is the failure type of this package. It is read-only after it was returned.
type Error struct {
	// Code is the stable name of the failure.
	Code Code
	// Pointer is the RFC 6901 pointer of the offending value; "" is the root.
	Pointer string
	// Offset counts the bytes of the text before the offending place. It means
	// something only when Line is not zero.
	Offset int64
	// Line and Column count from 1, the column in code points. Both are zero when no
	// text is involved or its position is unknown.
	Line, Column int
	// Err says what is wrong.
	Err error
}

// Error gives the kind of failure, the place and the reason in one line.
func (e *Error) Error() string {
	var b strings.Builder
	heading, ok := headings[e.Code]
	if !ok {
		heading = string(e.Code)
	}
	b.WriteString(heading)
	if e.Line > 0 {
		b.WriteString(" at line ")
		b.WriteString(strconv.Itoa(e.Line))
		b.WriteString(", column ")
		b.WriteString(strconv.Itoa(e.Column))
	}
	if e.Pointer != "" {
		b.WriteString(" at ")
		b.WriteString(strconv.Quote(shortPointer(e.Pointer)))
	}
	if e.Err != nil {
		b.WriteString(": ")
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first [Error] in the chain of err, or "" without one.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// shortPointer keeps messages readable when the place is thousands of levels deep.
func shortPointer(pointer string) string {
	const most = 200
	if len(pointer) <= most {
		return pointer
	}
	head, tail := most/2, len(pointer)-most/2
	return strings.ToValidUTF8(pointer[:head], "") + "…" + strings.ToValidUTF8(pointer[tail:], "")
}
