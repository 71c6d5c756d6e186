package schema

import (
	"errors"
	"strings"
)

// Code names a kind of failure of this package. The string is stable.
type Code string

// CodeUnsupported means that a schema, an authoring form or a Go type is outside the
// enforced subset (R21, R32).
const CodeUnsupported Code = "UNSUPPORTED_SCHEMA"

// Stage says which of the checks refused a schema.
type Stage string

const (
	// StageAuthor is the check of the authoring form: it reports the first mistake only,
	// with paths rooted at "schema" or "parameters" (R21), or at the name of a Go type.
	StageAuthor Stage = "author"
	// StageRaw is the check of JSON Schema: it reports everything, with paths rooted at
	// "schema" (R22, R32).
	StageRaw Stage = "raw"
)

// leadIn opens the message of every [Error].
const leadIn = "unsupported schema: "

// Error is the refusal of a schema. It is read-only after it was returned.
type Error struct {
	// Code is CodeUnsupported.
	Code Code
	// Stage is the check that refused.
	Stage Stage
	// Violations has at least one entry; at the author stage exactly one.
	Violations []Violation
}

// Error gives a fixed lead-in and the violations, joined with "; " (R32).
func (e *Error) Error() string { return leadIn + Join(e.Violations) }

// CodeOf returns the code of the first [Error] in the chain of err, or "" without one.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Join returns the messages of the violations, joined with "; ", as failures of calls and
// schemas show them (R32, R36).
func Join(violations []Violation) string {
	var b strings.Builder
	for i, v := range violations {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(v.Message)
	}
	return b.String()
}
