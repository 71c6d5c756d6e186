package scope

import (
	"errors"
	"fmt"
	"strings"
)

// Code classifies a failure of this package. Codes are stable; texts are not.
type Code string

const (
	// CodeClosed: the scope, or the scope of the key, is closing or closed.
	CodeClosed Code = "SCOPE_CLOSED"
	// CodeCycle: a key would become its own ancestor.
	CodeCycle Code = "SCOPE_CYCLE"
	// CodeBound: the binding of the key was handed out already, or was sealed.
	CodeBound Code = "SCOPE_BOUND"
	// CodeUnkeyed: the scope has no key of its own.
	CodeUnkeyed Code = "SCOPE_UNKEYED"
	// CodeOrphans: a scope closed while keys of other owners hang below its key.
	CodeOrphans Code = "SCOPE_ORPHANS"
	// CodeSlotTaken: the slot holds a living value at that key already.
	CodeSlotTaken Code = "SCOPE_SLOT_TAKEN"
	// CodeUndoFailed: an undo function returned an error.
	CodeUndoFailed Code = "SCOPE_UNDO_FAILED"
	// CodeUndoPanic: an undo function or an observer of an edit panicked.
	CodeUndoPanic Code = "SCOPE_UNDO_PANIC"
	// CodeTaskPanic: a goroutine of the scope panicked.
	CodeTaskPanic Code = "SCOPE_TASK_PANIC"
	// CodeExited: an undo function ended its goroutine instead of returning.
	CodeExited Code = "SCOPE_EXITED"
	// CodeArgument: a required argument is nil.
	CodeArgument Code = "SCOPE_ARGUMENT"
)

var meanings = map[Code]string{
	CodeClosed:     "is closing or closed",
	CodeCycle:      "would become its own ancestor",
	CodeBound:      "has handed out its binding, or sealed it",
	CodeUnkeyed:    "has no key of its own; only a scope made by Keyed has a binding",
	CodeOrphans:    "closed while keys of other scopes hang below it; close or rebind those first",
	CodeSlotTaken:  "holds a value already; undo the first or provide it in a scope of its own",
	CodeUndoFailed: "undo failed",
	CodeUndoPanic:  "undo panicked",
	CodeTaskPanic:  "goroutine panicked",
	CodeExited:     "undo ended its goroutine instead of returning",
	CodeArgument:   "a required argument is nil",
}

// Error is a failure of this package.
type Error struct {
	// Code classifies the failure.
	Code Code
	// Label is the path of labels to the scope or to the undo, joined by slashes,
	// or the label of the key.
	Label string
	// Err is the cause, or nil.
	Err error
}

// ErrClosed is the cause with which the context of a scope ends. Every error
// with [CodeClosed] is ErrClosed in the sense of [errors.Is].
var ErrClosed error = &Error{Code: CodeClosed}

// Error returns one line: the label, what is wrong, and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("scope")
	if e.Label != "" {
		fmt.Fprintf(&b, " %q", e.Label)
	}
	if e.Code != CodeUndoFailed || e.Err == nil {
		b.WriteString(" " + meanings[e.Code])
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is an [Error] with the same code that names nothing
// more, such as [ErrClosed].
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && *t == Error{Code: e.Code}
}

// CodeOf returns the code of the first [Error] in err's tree, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// PanicError is the cause of an [Error] that stands for a recovered panic.
type PanicError struct {
	// Label names what panicked.
	Label string
	// Value is what was given to panic.
	Value any
	// Stack is the stack of the panicking goroutine.
	Stack []byte
}

// Error returns the label and the value, without the stack.
func (e *PanicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.Label, e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
