package environ

import "fmt"

// Code names a failure of this package. Codes are stable.
type Code string

const (
	// CodeRegistration: a contributor was refused.
	CodeRegistration Code = "SHELL_ENV_REGISTRATION"
	// CodeCollect: a contributor failed or returned what it had not declared.
	CodeCollect Code = "SHELL_ENV_COLLECT"
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

func refuse(format string, args ...any) error {
	return &Error{CodeRegistration, fmt.Sprintf(format, args...), nil}
}
