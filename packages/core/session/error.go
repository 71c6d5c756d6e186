package session

import (
	"errors"
	"strconv"
	"strings"
)

// Code names a kind of failure of a session log. Codes are stable: programs may branch on them.
type Code string

// The failures this module reports.
const (
	// CodeClosed means that the log was used after Close had begun.
	CodeClosed Code = "LOG_CLOSED"
	// CodeStore means that the store could not keep or give back events. It is final for the log
	// it happened to: nothing more is accepted, because what the medium holds is no longer known.
	CodeStore Code = "LOG_STORE_FAILED"
	// CodeUnacknowledged means that the caller stopped waiting before the store had answered. The
	// event is in the log and will be written; only the acknowledgement was given up.
	CodeUnacknowledged Code = "LOG_UNACKNOWLEDGED"
	// CodeReentrant means that an observer tried to append from inside its own notification.
	CodeReentrant Code = "LOG_REENTRANT"
	// CodeUnknownType means an event type that the catalogue does not declare.
	CodeUnknownType Code = "LOG_UNKNOWN_TYPE"
	// CodeLossy means event data that is not lossless JSON, or not an object.
	CodeLossy Code = "LOG_LOSSY_DATA"
	// CodeOrder means an event that the turn, step and call records before it do not allow.
	CodeOrder Code = "LOG_OUT_OF_ORDER"
	// CodeSurface means a message edit that the model-visible history does not allow.
	CodeSurface Code = "LOG_SURFACE"
	// CodeVersion means a log of a format version that this program does not know.
	CodeVersion Code = "LOG_VERSION"
	// CodeCorrupt means a log that is damaged before its last finished turn.
	CodeCorrupt Code = "LOG_CORRUPT"
	// CodeLocked means that another writer holds the log.
	CodeLocked Code = "LOG_LOCKED"
	// CodeExists means that a log was to be created where one is.
	CodeExists Code = "LOG_EXISTS"
	// CodeNotFound means that there is no log where one was to be opened.
	CodeNotFound Code = "LOG_NOT_FOUND"
	// CodeIdentity means that a log's header names another session than the one asked for, or
	// names none.
	CodeIdentity Code = "LOG_IDENTITY"
	// CodeRange means a sequence number outside the log.
	CodeRange Code = "LOG_RANGE"
)

// Error is a coded failure. Place says where, as far as it is known: a file, a line, an event.
// It is immutable and safe for concurrent use.
type Error struct {
	Code    Code
	Place   string // for example `session.jsonl: line 12`; empty when there is no place to name
	Message string // what is wrong and, where there is one, the remedy
	Err     error  // the cause; nil when there is none
}

// Error returns place, message and cause, joined by colons.
func (e *Error) Error() string {
	var parts []string
	if e.Place != "" {
		parts = append(parts, e.Place)
	}
	parts = append(parts, e.Message)
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first Error in err's chain, or "" when there is none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// At returns err with a place in front of the place it already has. Errors of other kinds are
// wrapped as CodeStore, because only stores meet them.
func At(place string, err error) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return &Error{Code: CodeStore, Place: place, Message: "cannot use the log", Err: err}
	}
	copied := *e
	if copied.Place != "" {
		place += ": " + copied.Place
	}
	copied.Place = place
	return &copied
}

func fail(code Code, message string) error { return &Error{Code: code, Message: message} }

func atEvent(seq int64, err error) error {
	return At("event "+strconv.FormatInt(seq, 10), err)
}
