package event

import (
	"errors"
	"fmt"
	"strings"
)

// Code classifies a failure of this package. Codes are stable; texts are not.
type Code string

const (
	// CodeNextLate: [Next.Do] was called after its dispatch returned.
	CodeNextLate Code = "EVENT_NEXT_LATE"
	// CodeNextInvalid: [Next.Do] was called on a zero Next or with a nil context.
	CodeNextInvalid Code = "EVENT_NEXT_INVALID"
	// CodePanic: a listener or the final function panicked, see [PanicError].
	CodePanic Code = "EVENT_PANIC"
	// CodeExited: a listener ended its goroutine instead of returning.
	CodeExited Code = "EVENT_EXITED"
	// CodeOutput: an output did not pass the check of its waterfall.
	CodeOutput Code = "EVENT_OUTPUT"
	// CodeListener: On was called with a nil scope or a nil function.
	CodeListener Code = "EVENT_LISTENER"
	// CodeDeclaration: [Init] or [Observe] was given something that declares no
	// events, or not properly.
	CodeDeclaration Code = "EVENT_DECLARATION"
)

// Error is a failure of this package. Errors that listeners return are passed on
// as they are.
type Error struct {
	// Code classifies the failure.
	Code Code
	// Event is the public name of the event, if it is known.
	Event string
	// Label is the label of the listener, "final" for the final function, or the
	// name of the struct field.
	Label string
	// Err is the cause or says more.
	Err error
}

// Error returns one line: the event, the listener, and what is wrong.
func (e *Error) Error() string { return describe(e.Event, e.Label) + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// PanicError stands for a recovered panic. Its code is [CodePanic].
type PanicError struct {
	// Event is the public name of the event.
	Event string
	// Label is the label of the listener, or "final" for the final function.
	Label string
	// Value is what was given to panic.
	Value any
	// Stack is the stack of the panicking goroutine.
	Stack []byte
}

// Error returns the event, the label and the value, without the stack.
func (e *PanicError) Error() string {
	return describe(e.Event, e.Label) + fmt.Sprintf("panic: %v", e.Value)
}

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// CodeOf returns the code of the outermost [Error] or [PanicError] in err's tree,
// or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	if _, ok := errors.AsType[*PanicError](err); ok {
		return CodePanic
	}
	return ""
}

// Failure is what a contained listener did wrong. It is an error itself.
type Failure struct {
	// Event is the public name of the event.
	Event string
	// Label is the label of the listener.
	Label string
	// Err is what the listener returned, or a [*PanicError].
	Err error
}

// Error returns the event, the listener and the cause in one line.
func (f Failure) Error() string {
	if p, ok := f.Err.(*PanicError); ok {
		return p.Error()
	}
	return describe(f.Event, f.Label) + f.Err.Error()
}

// Unwrap returns the cause.
func (f Failure) Unwrap() error { return f.Err }

func describe(event, label string) string {
	var b strings.Builder
	b.WriteString("event")
	if event != "" {
		b.WriteString(" " + event)
	}
	if label != "" {
		fmt.Fprintf(&b, ": %q", label)
	}
	b.WriteString(": ")
	return b.String()
}
