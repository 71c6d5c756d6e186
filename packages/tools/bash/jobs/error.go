package jobs

import (
	"errors"
	"fmt"
)

// Code names a failure of this package. Codes are stable; tools report these failures as plain
// text.
type Code string

const (
	// CodeUnavailable: there is no registry, or it was closed.
	CodeUnavailable Code = "JOBS_UNAVAILABLE"
	// CodeInvalid: a start without kind, label or work.
	CodeInvalid Code = "JOBS_INVALID"
	// CodeLimit: the owner has too many active jobs.
	CodeLimit Code = "JOBS_LIMIT"
	// CodeUnknown: no job has that id.
	CodeUnknown Code = "JOBS_UNKNOWN"
	// CodeForeign: the job belongs to another session.
	CodeForeign Code = "JOBS_FOREIGN"
	// CodeWait: a wait was cancelled, or its limit is no positive number.
	CodeWait Code = "JOBS_WAIT"
)

// Error is a failure with its code.
type Error struct {
	Code    Code
	Message string
	Err     error
}

// Error returns the message and, when there is one, the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the nearest [Error] in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Unavailable is the refusal of background work where no registry is mounted.
func Unavailable() error {
	return refuse(CodeUnavailable, "background jobs unavailable: no job registry is mounted for "+
		"this agent; run the command in the foreground")
}
