package jsonvalue

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// lossyError finds the first thing in a loosely valid text that is not lossless. It runs
// only after something was found, so it need not be fast.
func lossyError(text []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(text), allowRepeatedNames, allowBadStrings)
	for {
		switch dec.PeekKind() {
		case '{', '[', '}', ']':
			if _, err := dec.ReadToken(); err != nil {
				return syntaxError(text)
			}
			continue
		}
		raw, err := dec.ReadValue()
		if err != nil {
			return syntaxError(text)
		}
		if reason := scalarReason(raw); reason != "" {
			e := &Error{Code: CodeLossy, Pointer: string(dec.StackPointer()), Err: errors.New(reason)}
			e.locate(text, dec.InputOffset()-int64(len(raw)))
			return e
		}
	}
}

// scalarReason says why a scalar, in its own spelling, is not lossless, or "".
func scalarReason(raw jsontext.Value) string {
	switch raw.Kind() {
	case '"':
		return stringReason(raw)
	case '0':
		return numberReason(string(raw))
	}
	return ""
}

func stringReason(raw jsontext.Value) string {
	switch {
	case !utf8.Valid(raw):
		return "a string with " + invalidUTF8
	case !raw.IsValid():
		return "a string with a lone surrogate"
	}
	return ""
}

// syntaxError says what keeps the text from being JSON.
func syntaxError(text []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(text), allowRepeatedNames, allowBadStrings)
	_, err := dec.ReadValue()
	if err == nil {
		return textAfterValue(text, dec.InputOffset())
	}
	e := &Error{Code: CodeSyntax, Err: plainReason(err)}
	offset := int64(len(text)) // for io.EOF, which has no place
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		e.Pointer = string(syntactic.JSONPointer)
		offset = syntactic.ByteOffset
	}
	if isTooDeep(text, offset) {
		e.Code = CodeDepth
		e.Err = errTooDeep
	}
	e.locate(text, offset)
	return e
}

func textAfterValue(text []byte, end int64) error {
	rest := bytes.TrimLeft(text[end:], " \t\r\n")
	e := &Error{Code: CodeSyntax, Err: errors.New("unexpected text after the value")}
	e.locate(text, int64(len(text)-len(rest)))
	return e
}

// plainReason takes the library's name and place off its error.
func plainReason(err error) error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok && syntactic.Err != nil {
		err = syntactic.Err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("unexpected end of text")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "jsontext: "))
}

// isTooDeep reports whether the bracket at offset opens one level too many.
func isTooDeep(text []byte, offset int64) bool {
	if offset >= int64(len(text)) || (text[offset] != '{' && text[offset] != '[') {
		return false
	}
	depth := 0
	for i := 0; i < int(offset); i++ {
		switch text[i] {
		case '"':
			end, _ := inspectString(text, i+1)
			i = end - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return depth >= MaxTextDepth
}

// locate fills in the place in the text.
func (e *Error) locate(text []byte, offset int64) {
	offset = min(max(offset, 0), int64(len(text)))
	before := text[:offset]
	e.Offset = offset
	e.Line = bytes.Count(before, []byte("\n")) + 1
	e.Column = utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
}
