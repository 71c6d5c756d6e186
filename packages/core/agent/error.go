package agent

import "errors"

// Code names a kind of failure of this package. Codes are stable.
type Code string

// The failures of this package.
const (
	// CodeSpec: an agent cannot be made of this specification.
	CodeSpec Code = "AGENT_SPEC"
	// CodeDuplicate: an agent with that id is alive.
	CodeDuplicate Code = "AGENT_DUPLICATE"
	// CodeSetup: installing the agent's rows failed; nothing of it is left.
	CodeSetup Code = "AGENT_SETUP_FAILED"
	// CodeClosed: the agent is closing or closed.
	CodeClosed Code = "AGENT_CLOSED"
	// CodeMessage: a message is not one for an inbox.
	CodeMessage Code = "AGENT_MESSAGE"
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
func (e *Error) ErrorName() string { return "AgentError" }

// CodeOf returns the code of the first Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func fail(code Code, message string) *Error { return &Error{Code: code, Message: message} }
