package systemprompt

import (
	"errors"
	"strings"
)

// Code names a kind of failure. Codes are stable: programs may branch on them.
type Code string

// The failures of this package.
const (
	// CodeArgument: a contribution lacks a part, or has two where one is wanted.
	CodeArgument Code = "PROMPT_ARGUMENT"
	// CodeTaken: the layer has a contribution of that name.
	CodeTaken Code = "PROMPT_TAKEN"
	// CodeOrderRest: a configured tool order lacks the rest entry (R101).
	CodeOrderRest Code = "PROMPT_ORDER_NO_REST"
	// CodeOrderDuplicate: a configured tool order names something twice (R101).
	CodeOrderDuplicate Code = "PROMPT_ORDER_DUPLICATE"
	// CodeOrderUnknown: a configured tool order names tools that no provider knows (R101).
	CodeOrderUnknown Code = "PROMPT_ORDER_UNKNOWN"
	// CodeOrderReserved: a tool has the name of the rest entry (R101).
	CodeOrderReserved Code = "PROMPT_ORDER_RESERVED"
	// CodeProvider: a function that makes a text, a value or the tools failed or panicked.
	CodeProvider Code = "PROMPT_PROVIDER"
	// CodeTransform: a listener of the assembly failed.
	CodeTransform Code = "PROMPT_TRANSFORM"
	// CodeComplete: two sections are complete.
	CodeComplete Code = "PROMPT_TWO_COMPLETE"
	// CodeReference: a text refers to a variable that does not exist or has no value, or its
	// reference is malformed.
	CodeReference Code = "PROMPT_REFERENCE"
)

// Error is a coded failure. It is read-only after it was returned.
type Error struct {
	// Code is the stable name of the failure.
	Code Code
	// Subject names the contribution it is about, for example `section "web"`; may be empty.
	Subject string
	// Message says what is wrong and, where there is one, the remedy.
	Message string
	// Names are the names that the failure is about, for CodeOrderUnknown.
	Names []string
	// Err is the cause; may be nil.
	Err error
}

// Error returns subject, message and cause in one line.
func (e *Error) Error() string {
	var parts []string
	for _, part := range []string{e.Subject, e.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first Error in err's chain, or "" without one.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
