package jsonvalue

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Marshal encodes any Go value as package json of go-json-experiment does (json tags,
// marshalling methods, maps in the order of their names) and returns the result as a
// Value. The value is encoded once; the encoder vouches for the syntax, and one look
// finds what is not lossless. A nil slice is [], a nil map is {}.
//
// Everything that fails, a panicking method included, is a lossy error with the place,
// except that more than [MaxTextDepth] levels have the code CodeDepth.
func Marshal(v any) (value Value, err error) {
	if own, ok := v.(Value); ok && !own.IsAbsent() {
		return own, nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = &Error{Code: CodeLossy, Err: fmt.Errorf("encoding a %T panicked: %v", v, panicText(p))}
		}
	}()
	text, err := json.Marshal(v, deterministic)
	if err != nil {
		return Value{}, marshalError(err)
	}
	clean, err := settle(text)
	if err != nil {
		return Value{}, err
	}
	return clean.value(), nil
}

var deterministic = json.Deterministic(true)

// panicText words what a method panicked with, without calling anything of it: that may
// panic again.
func panicText(p any) string {
	switch p := p.(type) {
	case string:
		return p
	case error:
		return fmt.Sprintf("%v", p) // fmt catches panics
	}
	return fmt.Sprintf("a %T", p)
}

func marshalError(err error) error {
	if own, ok := errors.AsType[*Error](err); ok {
		return withPlace(own, err)
	}
	e := &Error{Code: CodeLossy, Err: err}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		e.Pointer = string(semantic.JSONPointer)
		if semantic.Err != nil {
			e.Err = semantic.Err
		}
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		e.Pointer = string(syntactic.JSONPointer)
		e.Err = plainReason(err)
	}
	if isTooDeepError(err) {
		e.Code, e.Err = CodeDepth, errTooDeep
	}
	return e
}

// withPlace gives an error of a part the place of the part in the whole.
func withPlace(own *Error, err error) *Error {
	semantic, ok := errors.AsType[*json.SemanticError](err)
	if !ok || semantic.JSONPointer == "" {
		return own
	}
	placed := *own
	placed.Pointer = string(semantic.JSONPointer) + own.Pointer
	placed.Offset, placed.Line, placed.Column = 0, 0, 0
	return &placed
}

var errTooDeep = fmt.Errorf("more than %d levels", MaxTextDepth)

// isTooDeepError recognises the library's refusal of one more level by its pointer.
func isTooDeepError(err error) bool {
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	return ok && strings.Count(string(syntactic.JSONPointer), "/") >= MaxTextDepth &&
		!errors.Is(err, io.ErrUnexpectedEOF)
}
