package shell

import "errors"

// Code names a failure of this package and of executors. Codes are stable.
type Code string

const (
	// CodeTimeout: a time span is not a positive finite number.
	CodeTimeout Code = "SHELL_TIMEOUT_INVALID"
	// CodeConfig: a setting of an executor is refused.
	CodeConfig Code = "SHELL_CONFIG"
	// CodeCommand: a command that no process could receive.
	CodeCommand Code = "SHELL_COMMAND"
	// CodeDirectory: the working directory cannot be used.
	CodeDirectory Code = "SHELL_DIRECTORY"
	// CodeNoShell: there is no bash.
	CodeNoShell Code = "SHELL_MISSING"
	// CodeClosed: the executor was closed.
	CodeClosed Code = "SHELL_CLOSED"
	// CodeStuck: killed processes did not go away, as one that waits for a dead device.
	CodeStuck Code = "SHELL_STUCK"
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
