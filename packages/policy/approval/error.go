package approval

import "errors"

// Code names a kind of failure of this package. Codes are stable.
type Code string

// The failures of this package.
const (
	// CodeConfig: the configuration is out of range.
	CodeConfig Code = "APPROVAL_CONFIG"
	// CodeNoTurn: an agent asked outside a turn, where the question could not be
	// recorded.
	CodeNoTurn Code = "APPROVAL_NO_TURN"
	// CodeExpired: nobody answered within the configured time.
	CodeExpired Code = "APPROVAL_EXPIRED"
	// CodeUnknownQuestion: no question with that id is open.
	CodeUnknownQuestion Code = "APPROVAL_UNKNOWN_QUESTION"
	// CodeDigest: the answer is about other arguments than those of the question.
	CodeDigest Code = "APPROVAL_DIGEST_MISMATCH"
	// CodeRecord: the session log would not take the question or its decision.
	CodeRecord Code = "APPROVAL_NOT_RECORDED"
	// CodeInput: the terminal's input is in use or at its end.
	CodeInput Code = "APPROVAL_INPUT"
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
func (e *Error) ErrorName() string { return "ApprovalError" }

// CodeOf returns the code of the first Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
