package tools

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// Info is the structured identity of a failure. It is recorded with the call
// and never part of what the model reads.
type Info struct {
	Name string `json:"name"`
	Code Code   `json:"code"`
	// UserReason is optional detail for the user (R71, decision Q10).
	UserReason string `json:"userReason,omitempty"`
}

// Failure says why a call failed. Immutable.
type Failure struct {
	message string
	info    *Info
	cause   error
}

// Message returns the text that follows "Error: " in the model's content.
func (f *Failure) Message() string { return f.message }

// Info returns the failure's name and code, or false for a plain failure.
func (f *Failure) Info() (Info, bool) {
	if f.info == nil {
		return Info{}, false
	}
	return *f.info, true
}

// Code returns the failure's code, empty for a plain failure.
func (f *Failure) Code() Code {
	if f.info == nil {
		return ""
	}
	return f.info.Code
}

// Cause returns the Go error behind the failure, nil if there is none. It is
// for hosts and logs: its text may hold what a model must not read.
func (f *Failure) Cause() error { return f.cause }

// lossless reports whether the failure can be recorded exactly.
func (f *Failure) lossless() bool {
	if f == nil {
		return true
	}
	i := f.info
	return utf8.ValidString(f.message) && (i == nil || utf8.ValidString(i.Name) &&
		utf8.ValidString(string(i.Code)) && utf8.ValidString(i.UserReason))
}

// PanicError is the cause of a failure with [CodePanic].
type PanicError struct {
	// Where names what panicked, for example `body of tool "read"`.
	Where string
	Value any
	Stack []byte
}

// Error names the place and prints the value.
func (p *PanicError) Error() string { return "panic in " + p.Where + ": " + printed(p.Value) }

const unprintable = "<unprintable thrown value>"

var (
	infoUnknownTool   = &Info{Name: "ToolNotFoundError", Code: CodeUnknownTool}
	infoInvalidArgs   = &Info{Name: "ToolArgsError", Code: CodeInvalidArgs}
	infoInvalidOutput = &Info{Name: "ToolOutputError", Code: CodeInvalidOutput}
	infoPanic         = &Info{Name: "ToolPanicError", Code: CodePanic}
	infoNoDecision    = &Info{Name: "DecisionError", Code: CodeNoDecision}

	abortedBefore = &Failure{
		message: "tool call aborted before dispatch",
		info:    &Info{Name: "AbortError", Code: CodeAbortedBeforeDispatch},
		cause:   context.Canceled,
	}
	aborted = &Failure{
		message: "tool call aborted",
		info:    &Info{Name: "AbortError", Code: CodeAborted},
		cause:   context.Canceled,
	}
	lossyArguments = &Failure{message: "tool execution arguments must be losslessly JSON-serializable"}
	badContext     = &Failure{message: "additional contexts must be user-role messages"}
	exited         = &Failure{
		message: "the tool body ended its goroutine instead of returning",
		info:    &Info{Name: "ToolExitError", Code: CodeExited},
	}
	policyExited = &Failure{
		message: "a policy ended the goroutine of the call instead of returning",
		info:    &Info{Name: "ToolExitError", Code: CodeExited},
	}
	lossyResult = &Failure{message: "tool result must be losslessly JSON-serializable"}
)

func unknownTool(name string) *Failure {
	return &Failure{message: fmt.Sprintf("unknown tool %q", echo(name)), info: infoUnknownTool}
}

func invalidOutput(tool, reasons string) *Failure {
	return &Failure{
		message: fmt.Sprintf("tool %q returned invalid output: %s", tool, reasons),
		info:    infoInvalidOutput,
	}
}

// failureOf turns any error into a failure and never panics, whatever the
// error's methods do (R62).
func failureOf(err error) (f *Failure) {
	defer func() {
		if recover() != nil {
			f = &Failure{message: unprintable}
		}
	}()
	if c, ok := errors.AsType[*contractError](err); ok {
		return c.failure
	}
	if p, ok := errors.AsType[*event.PanicError](err); ok {
		return &Failure{message: printed(p.Value), info: infoPanic, cause: err}
	}
	if p, ok := errors.AsType[*PanicError](err); ok {
		return &Failure{message: printed(p.Value), info: infoPanic, cause: err}
	}
	f = &Failure{message: err.Error(), cause: err}
	if coded, ok := errors.AsType[Coded](err); ok && coded.ErrorCode() != "" {
		f.info = &Info{Name: coded.ErrorName(), Code: Code(coded.ErrorCode())}
		if r, ok := coded.(interface{ ErrorUserReason() string }); ok {
			f.info.UserReason = r.ErrorUserReason()
		}
	}
	return f
}

// contain makes a panic of the deferring function its error. It must be the
// deferred call itself.
func contain(where, name string, err *error) {
	if v := recover(); v != nil {
		*err = &PanicError{Where: where + " of tool " + fmt.Sprintf("%q", echo(name)), Value: v, Stack: debug.Stack()}
	}
}

// printed is the text of a recovered value: an error's or record's message, a
// text itself, anything else as fmt shows it.
func printed(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = unprintable
		}
	}()
	switch v := v.(type) {
	case string:
		return v
	case error:
		return v.Error()
	}
	if m := reflect.Indirect(reflect.ValueOf(v)); m.Kind() == reflect.Struct {
		if f := m.FieldByName("Message"); f.IsValid() && f.Kind() == reflect.String {
			return f.String()
		}
	}
	return fmt.Sprint(v)
}
