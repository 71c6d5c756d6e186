package permission

import "errors"

// Code names a kind of failure of this package. Codes are stable.
type Code string

// The failures of this package.
const (
	// CodeDenied: a rule refuses the call. It travels in the result.
	CodeDenied Code = "PERMISSION_DENIED"
	// CodeConfig: a rule or a preset is malformed.
	CodeConfig Code = "PERMISSION_CONFIG"
	// CodeUnknownPreset: no permission preset has that name.
	CodeUnknownPreset Code = "UNKNOWN_PERMISSION_PRESET"
	// CodeRecord: the session log would not take the change.
	CodeRecord Code = "PERMISSION_NOT_RECORDED"
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
func (e *Error) ErrorName() string { return "PermissionError" }

// CodeOf returns the code of the first Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
