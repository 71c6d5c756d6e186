package tools

import "fmt"

// Code is the stable identity of a failure that this package reports. Codes are
// part of the interface: logs, tests and routing rely on them.
type Code string

// Codes of failed calls (R59). They travel in [Info.Code].
const (
	// CodeUnknownTool: no executable tool has that name for the caller. Hidden,
	// unregistered, replaced and not admitted tools are told apart by nobody.
	CodeUnknownTool Code = "UNKNOWN_TOOL"
	// CodeInvalidArgs: the arguments violate the tool's parameter schema (R36).
	CodeInvalidArgs Code = "INVALID_ARGS"
	// CodeInvalidOutput: the value, its rendering or its metadata break the
	// tool's output contract.
	CodeInvalidOutput Code = "INVALID_TOOL_OUTPUT"
	// CodeAbortedBeforeDispatch: the call was cancelled before any body ran.
	CodeAbortedBeforeDispatch Code = "ABORTED_BEFORE_DISPATCH"
	// CodeAborted: the call was cancelled after a body ran (R58).
	CodeAborted Code = "ABORTED"
	// CodePanic: a body, projector, guard or listener panicked. The stack is in
	// the failure's cause and in the log, never in the model's text.
	CodePanic Code = "TOOL_PANIC"
	// CodeExited: a body or a policy ended its goroutine (runtime.Goexit) instead of
	// returning.
	CodeExited Code = "TOOL_EXITED"
	// CodeNoDecision: a policy answered with the zero decision, which denies.
	CodeNoDecision Code = "NO_DECISION"
)

// Codes of refused definitions, registrations and batches. They travel in
// [Error.Code].
const (
	// CodeBadDefinition: the definition lacks a part or carries a bad one (R3).
	CodeBadDefinition Code = "BAD_TOOL_DEFINITION"
	// CodeBadName: the name is empty, too long, reserved or outside the alphabet.
	CodeBadName Code = "BAD_TOOL_NAME"
	// CodeDuplicateTool: the layer already has a tool of that name (R7).
	CodeDuplicateTool Code = "DUPLICATE_TOOL"
	// CodeNilArgument: a mandatory argument is nil.
	CodeNilArgument Code = "NIL_ARGUMENT"
	// CodeNeedsScope: a restriction was asked for outside a keyed scope (R42).
	CodeNeedsScope Code = "RESTRICTION_NEEDS_SCOPE"
	// CodeEmptyFilter: a restriction names neither an allow nor a deny list.
	CodeEmptyFilter Code = "EMPTY_RESTRICTION"
	// CodeUnknownName: a restriction names a tool that the scope does not inherit.
	CodeUnknownName Code = "UNKNOWN_RESTRICTED_TOOL"
	// CodeActivationFailed: a condition failed; the step cannot be prepared (R48).
	CodeActivationFailed Code = "TOOL_ACTIVATION_FAILED"
	// CodeResolveCancelled: the preparation was cancelled while conditions ran (Q8).
	CodeResolveCancelled Code = "RESOLVE_CANCELLED"
	// CodeNoExecutor: no executor is mounted where the batch's agent can see it.
	CodeNoExecutor Code = "NO_EXECUTOR"
	// CodeExecutorTaken: the scope already has an executor (R91).
	CodeExecutorTaken Code = "EXECUTOR_TAKEN"
	// CodeSetReleased: the batch carries a set that was released.
	CodeSetReleased Code = "TOOL_SET_RELEASED"
	// CodeSetForeign: the batch carries a set of another agent or registry.
	CodeSetForeign Code = "TOOL_SET_FOREIGN"
	// CodeScheduler: the scheduler or the recorder failed; running bodies were
	// awaited and no result was invented (R85).
	CodeScheduler Code = "SCHEDULER_FAILED"
)

// Error is a refusal or failure with a stable code. A body, policy or wrapper
// may return one (or any error that implements [Coded]) to give its failure a
// name and a code; the registry returns one for everything it refuses.
type Error struct {
	// Name is the failure's class in the record; empty reads as "ToolError".
	Name string
	// Code is the failure's stable identity.
	Code Code
	// Message is the text for people and models.
	Message string
	// UserReason is optional detail for the user. It is recorded with the call
	// and never added to what the model reads (R71).
	UserReason string
	// Err is the cause, if there is one.
	Err error
}

// Coded is what an error implements to give a failed call its name and code
// (R62). Both methods are asked for, so that foreign errors which happen to
// have one of them do not leak their identity.
type Coded interface {
	error
	ErrorCode() string
	ErrorName() string
}

var _ Coded = (*Error)(nil)

// Error returns the message, or the cause's text where there is no message.
func (e *Error) Error() string {
	if e.Message == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the class of the failure.
func (e *Error) ErrorName() string {
	if e.Name == "" {
		return "ToolError"
	}
	return e.Name
}

// ErrorUserReason returns the detail meant for the user alone.
func (e *Error) ErrorUserReason() string { return e.UserReason }

func refuse(code Code, format string, args ...any) *Error {
	return &Error{Name: "RegistryError", Code: code, Message: fmt.Sprintf(format, args...)}
}
