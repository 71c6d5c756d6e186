package plugin

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Code classifies a failure of this package. Codes are stable; texts are not.
type Code string

const (
	// CodeEmpty: the plugin has no install function or no name.
	CodeEmpty Code = "PLUGIN_EMPTY"
	// CodeConfig: the configuration is no JSON, or a member has the wrong type.
	CodeConfig Code = "PLUGIN_CONFIG"
	// CodeUnknownField: the configuration has a member that the plugin does not
	// know.
	CodeUnknownField Code = "PLUGIN_CONFIG_UNKNOWN_FIELD"
	// CodeInvalid: the configuration did not pass its own Validate.
	CodeInvalid Code = "PLUGIN_CONFIG_INVALID"
	// CodeInstall: the install function failed.
	CodeInstall Code = "PLUGIN_INSTALL"
	// CodePanic: the install function, or a method of the configuration, panicked.
	CodePanic Code = "PLUGIN_PANIC"
)

// Error is a failure of one plugin.
type Error struct {
	// Code classifies the failure.
	Code Code
	// Plugin is the name of the plugin.
	Plugin string
	// Pointer is the JSON pointer (RFC 6901) to the place in the configuration, or
	// "" for the whole of it.
	Pointer string
	// Known lists, for CodeUnknownField, the members known at that place, sorted.
	Known []string
	// Err is the cause.
	Err error
}

// Error returns one line with the plugin, the place and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "plugin %q: ", e.Plugin)
	switch e.Code {
	case CodeConfig, CodeUnknownField, CodeInvalid:
		b.WriteString("config: ")
	}
	if e.Pointer != "" {
		fmt.Fprintf(&b, "at %s: ", e.Pointer)
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the outermost [Error] in err's tree, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// contain is deferred. It turns a panic into an error whose cause is a
// [*scope.PanicError].
func contain(name string, err *error) {
	if v := recover(); v != nil {
		*err = &Error{Code: CodePanic, Plugin: name, Err: &scope.PanicError{
			Label: "install", Value: v, Stack: debug.Stack(),
		}}
	}
}
