package spill

import "errors"

// Code names a kind of failure of this package. Codes are stable.
type Code string

// The failures of this package and of the stores below it.
const (
	// CodeConfig: the configuration is out of range.
	CodeConfig Code = "SPILL_CONFIG"
	// CodeStore: a store could not keep a text.
	CodeStore Code = "SPILL_STORE_FAILED"
	// CodeStorePanic: a store panicked; the cause has the value and the stack.
	CodeStorePanic Code = "SPILL_STORE_PANIC"
)

// Error is a coded failure. It is immutable.
type Error struct {
	Code    Code
	Message string
	Err     error // the cause; nil when there is none
}

// Error returns the message and the cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the class of the failure.
func (e *Error) ErrorName() string { return "SpillError" }

// CodeOf returns the code of the first Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
