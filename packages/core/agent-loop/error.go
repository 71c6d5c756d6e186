package agentloop

import "errors"

// Code names a kind of failure of this package. Codes are stable.
type Code string

// The failures of this package.
const (
	// CodeConfig: the configuration is out of range, or a service is missing.
	CodeConfig Code = "LOOP_CONFIG"
	// CodeBusy: the agent is in a turn already.
	CodeBusy Code = "LOOP_BUSY"
	// CodeIdle: there is nothing that the model could answer.
	CodeIdle Code = "LOOP_IDLE"
	// CodeRecord: the session log would not take a record; the turn has stopped.
	CodeRecord Code = "LOOP_NOT_RECORDED"
	// CodePrompt: the prompt could not be assembled.
	CodePrompt Code = "LOOP_PROMPT"
	// CodeModelPanic: the model adapter panicked.
	CodeModelPanic Code = "LOOP_MODEL_PANIC"
	// CodeBlocked: a listener of agent/pre-step ended the turn.
	CodeBlocked Code = "LOOP_BLOCKED"
	// CodeSchema: a delegated task wants output of a schema that cannot be enforced.
	CodeSchema Code = "UNSUPPORTED_SCHEMA"
	// CodeDelegate: the sub-agent could not be made.
	CodeDelegate Code = "LOOP_DELEGATE"
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
func (e *Error) ErrorName() string { return "AgentLoopError" }

// CodeOf returns the code of the first Error in err's chain, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

func notRecorded(err error) error {
	return &Error{Code: CodeRecord, Message: "the turn could not be recorded", Err: err}
}
