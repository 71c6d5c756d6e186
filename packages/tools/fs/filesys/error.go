package filesys

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Code names a kind of failure. Codes are stable and part of the interface (§8.1).
type Code string

// The codes of this package.
const (
	// CodeNotFound: the file, or the asked part of it, does not exist.
	CodeNotFound Code = "FS_NOT_FOUND"
	// CodeNotDirectory: a directory was needed and something else is there.
	CodeNotDirectory Code = "FS_NOT_DIRECTORY"
	// CodeNotText: the content is binary or not UTF-8.
	CodeNotText Code = "FS_NOT_TEXT"
	// CodeNotRegularFile: a directory, device, pipe, socket or dangling link where a file is needed.
	CodeNotRegularFile Code = "FS_NOT_REGULAR_FILE"
	// CodeTooLarge: the content exceeds the caller's limit.
	CodeTooLarge Code = "FS_TOO_LARGE"
	// CodePermissionDenied: the operating system refused.
	CodePermissionDenied Code = "FS_PERMISSION_DENIED"
	// CodeSandboxDenied: the containment refused.
	CodeSandboxDenied Code = "FS_SANDBOX_DENIED"
	// CodeIO: any other failure of the operating system: full disk, read-only file system, link loop.
	CodeIO Code = "FS_IO_ERROR"
	// CodeStaleVersion: the file is not the one that was seen.
	CodeStaleVersion Code = "FS_STALE_VERSION"
	// CodeNotObserved: the file exists and nobody looked at it.
	CodeNotObserved Code = "FS_NOT_OBSERVED"
	// CodeAmbiguousEdit: the old text occurs more than once.
	CodeAmbiguousEdit Code = "FS_AMBIGUOUS_EDIT"
	// CodeEditNotFound: the old text does not occur.
	CodeEditNotFound Code = "FS_EDIT_NOT_FOUND"
	// CodeAborted: the context was done before the operation took effect.
	CodeAborted Code = "FS_ABORTED"
)

// Error is every failure of this package: a code, the text for people and models, and the cause.
// It is immutable.
type Error struct {
	// Code says what kind of failure it is.
	Code Code
	// Message names the path as displayed and what is wrong with it.
	Message string
	// Err is the cause, often an errno in a [fs.PathError]; it may be nil.
	Err error
}

// Error returns the message alone; the cause is reached through Unwrap.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code for the result of a tool call.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the name for the result of a tool call.
func (e *Error) ErrorName() string { return "FileSystemError" }

// CodeOf returns the code of the first [Error] in err's chain, or "" when there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Verb is the action that a message says could not be done.
type Verb string

// The verbs of the operations.
const (
	VerbRead    Verb = "read"
	VerbWrite   Verb = "write"
	VerbEdit    Verb = "edit"
	VerbList    Verb = "list"
	VerbStat    Verb = "stat"
	VerbResolve Verb = "resolve"
)

// Fail makes the error `cannot VERB "DISPLAY": why`.
func Fail(code Code, verb Verb, display, why string) *Error {
	return &Error{Code: code, Message: fmt.Sprintf("cannot %s \"%s\": %s", verb, display, why)}
}

// Aborted makes the error of an operation whose context was done; cause is the context's cause.
func Aborted(verb Verb, cause error) *Error {
	return &Error{Code: CodeAborted, Message: string(verb) + " aborted", Err: cause}
}

// Translate gives a failure of the operating system its code and a message that names the path.
// An error that has a code already, and nil, are returned unchanged.
func Translate(verb Verb, display string, err error) error {
	if err == nil || CodeOf(err) != "" {
		return err
	}
	code, why := classify(err)
	e := Fail(code, verb, display, why)
	e.Err = err
	return e
}

func classify(err error) (Code, string) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return CodeNotFound, "not found"
	case errors.Is(err, fs.ErrPermission):
		return CodePermissionDenied, "permission denied"
	case isNotDirectory(err):
		return CodeNotFound, "a parent path segment is not a directory"
	}
	return CodeIO, reason(err)
}

// reason is the bare text of the failure, without the paths and operation names of the wrappers.
func reason(err error) string {
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		return no.Error()
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}
