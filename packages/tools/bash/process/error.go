package process

// Code names a failure of this package. Codes are stable.
type Code string

const (
	// CodeSpawn: the command could not be started.
	CodeSpawn Code = "SPAWN_FAILED"
	// CodeUnsupported: this platform cannot run commands.
	CodeUnsupported Code = "SHELL_UNSUPPORTED"
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
