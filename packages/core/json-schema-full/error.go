package jsonschemafull

import (
	"errors"
	"fmt"
)

// Code names a kind of failure to compile a schema. The strings are stable.
type Code string

const (
	// CodeInvalid means that the document is no valid JSON Schema of its draft.
	CodeInvalid Code = "INVALID_SCHEMA"
	// CodeReference means that a reference leads nowhere, or to another document: nothing
	// is ever fetched.
	CodeReference Code = "SCHEMA_REFERENCE"
	// CodePattern means a pattern that Go's regular expressions do not know, such as one
	// that looks ahead.
	CodePattern Code = "SCHEMA_PATTERN"
	// CodeLimit means that the schema is larger or deeper than [MaxValues], [MaxDepth] or
	// [MaxText].
	CodeLimit Code = "SCHEMA_LIMIT"
)

// Error is the refusal of a schema. It is read-only after it was returned.
type Error struct {
	// Code is the stable name of the failure.
	Code Code
	// Err says what is wrong and where.
	Err error
}

// Error gives the code's meaning and the reason in one line.
func (e *Error) Error() string { return "json schema: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first [Error] in the chain of err, or "" without one.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Err: fmt.Errorf(format, args...)}
}
