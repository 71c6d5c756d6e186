package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json/jsontext"
)

// inputError is a place in an input file and what is wrong there.
type inputError struct {
	file         string
	line, column int
	message      string
}

func (e *inputError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.file, e.line, e.column, e.message)
}

// batchReader reads a batch: a JSON array of calls, or calls one after the
// other (JSON lines).
type batchReader struct {
	file string
	text []byte
	dec  *jsontext.Decoder
	seen map[string]bool
	used map[string]bool
	out  []tools.RawCall
}

// readBatch reads all calls of a file; file names it in errors.
func readBatch(file string, text []byte) ([]tools.RawCall, error) {
	r := &batchReader{
		file: file, text: text, used: map[string]bool{},
		dec: jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true)),
	}
	if err := checkEncoding(text); err != nil {
		return nil, r.place(0, err.Error())
	}
	inArray := r.dec.PeekKind() == '['
	if inArray {
		if _, err := r.dec.ReadToken(); err != nil {
			return nil, r.syntax(err)
		}
	}
	for {
		switch kind := r.dec.PeekKind(); {
		case inArray && kind == ']':
			return r.finish()
		case kind == '{':
			if err := r.call(); err != nil {
				return nil, err
			}
		case kind == 0:
			_, err := r.dec.ReadToken()
			if errors.Is(err, io.EOF) && !inArray {
				return r.finish()
			}
			return nil, r.syntax(err)
		default:
			return nil, r.here("a call must be an object like {\"name\": \"read\", \"arguments\": {…}}")
		}
	}
}

// finish refuses an empty batch and names the calls that have no id.
func (r *batchReader) finish() ([]tools.RawCall, error) {
	if len(r.out) == 0 {
		return nil, r.here("no calls: give a JSON array of calls, or one call a line")
	}
	if r.dec.PeekKind() == ']' {
		if _, err := r.dec.ReadToken(); err != nil {
			return nil, r.syntax(err)
		}
		after := r.dec.InputOffset()
		if _, err := r.dec.ReadToken(); !errors.Is(err, io.EOF) {
			return nil, r.at(after, "text after the array of calls: put every call into the array")
		}
	}
	next := 1
	for i := range r.out {
		for r.out[i].CallID == "" {
			if id := "call-" + strconv.Itoa(next); !r.used[id] {
				r.out[i].CallID = id
			}
			next++
		}
	}
	return r.out, nil
}

func (r *batchReader) call() error {
	start := r.dec.InputOffset()
	r.seen = map[string]bool{}
	if _, err := r.dec.ReadToken(); err != nil {
		return r.syntax(err)
	}
	var c tools.RawCall
	for r.dec.PeekKind() != '}' {
		if err := r.member(&c); err != nil {
			return err
		}
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return r.syntax(err)
	}
	if !r.seen["name"] {
		return r.at(start, `the call has no "name"`)
	}
	r.out = append(r.out, c)
	return nil
}

func (r *batchReader) member(c *tools.RawCall) error {
	start := r.dec.InputOffset()
	name, err := r.dec.ReadToken()
	if err != nil {
		return r.syntax(err)
	}
	key := name.String()
	if r.seen[key] {
		return r.at(start, fmt.Sprintf("member %q appears twice", brief(key)))
	}
	r.seen[key] = true
	switch key {
	case "callId":
		c.CallID, err = r.stringMember(key)
		if err == nil && r.used[c.CallID] {
			return r.at(start, fmt.Sprintf("callId %q is used twice: give each call its own, or none", brief(c.CallID)))
		}
		r.used[c.CallID] = true
	case "name":
		c.Name, err = r.stringMember(key)
	case "arguments":
		c.Arguments, err = r.arguments()
	default:
		return r.at(start, fmt.Sprintf("unknown member %q: a call has callId, name and arguments", brief(key)))
	}
	return err
}

func (r *batchReader) stringMember(key string) (string, error) {
	if r.dec.PeekKind() != '"' {
		return "", r.wrong("%q must be a text", key)
	}
	start := r.dec.InputOffset()
	token, err := r.dec.ReadToken()
	if err != nil {
		return "", r.syntax(err)
	}
	if token.String() == "" {
		return "", r.at(start, fmt.Sprintf("%q is empty", key))
	}
	return token.String(), nil
}

// arguments returns the argument text: an object as it stands, a string's
// content.
func (r *batchReader) arguments() (string, error) {
	switch r.dec.PeekKind() {
	case '"':
		token, err := r.dec.ReadToken()
		if err != nil {
			return "", r.syntax(err)
		}
		return token.String(), nil
	case '{':
		value, err := r.dec.ReadValue()
		if err != nil {
			return "", r.syntax(err)
		}
		return string(value), nil
	}
	return "", r.wrong(`"arguments" must be an object, or a text of JSON`)
}

// wrong reports a value of the wrong kind, or the syntax error in its place.
func (r *batchReader) wrong(format string, args ...any) error {
	start := r.dec.InputOffset()
	if _, err := r.dec.ReadValue(); err != nil {
		return r.syntax(err)
	}
	return r.at(start, fmt.Sprintf(format, args...))
}

// here is an error at the place that the reader has reached.
func (r *batchReader) here(format string, args ...any) error {
	return r.at(r.dec.InputOffset(), fmt.Sprintf(format, args...))
}

func (r *batchReader) syntax(err error) error {
	offset := r.dec.InputOffset()
	message := err.Error()
	if bad, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset, message = bad.ByteOffset, bad.Err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		offset, message = int64(len(r.text)), "the input ends inside a value"
	}
	return r.place(int(min(offset, int64(len(r.text)))), "not JSON: "+message)
}

// at reports the first value or name at or after an offset: white space and
// separators before it are skipped.
func (r *batchReader) at(offset int64, message string) error {
	i := int(min(offset, int64(len(r.text))))
	for i < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[i]) >= 0 {
		i++
	}
	return r.place(i, message)
}

// place turns an offset into a line and a column, both 1-based; columns count
// bytes.
func (r *batchReader) place(i int, message string) error {
	return unusable(inputErrorAt(r.file, r.text, i, message))
}

// inputErrorAt is an error at an offset of a text.
func inputErrorAt(file string, text []byte, i int, message string) error {
	before := text[:i]
	return &inputError{
		file: file, message: message,
		line:   bytes.Count(before, []byte{'\n'}) + 1,
		column: i - bytes.LastIndexByte(before, '\n'),
	}
}

// brief is the beginning of a name that an input made up.
func brief(name string) string {
	const most = 200
	points := 0
	for i := range name {
		if points == most {
			return name[:i] + "…"
		}
		points++
	}
	return name
}
