package session

import (
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json"
)

type wireHeader struct {
	Type    Type            `json:"type"`
	Version *int            `json:"version"`
	ID      string          `json:"id"`
	Time    string          `json:"time"`
	Parent  *wireParent     `json:"parent,omitzero"`
	Meta    jsonvalue.Value `json:"meta,omitzero"`
}

type wireParent struct {
	ID  string `json:"id"`
	Seq int64  `json:"seq"`
}

// AppendHeader appends the JSON-lines form of h to dst, the final newline included.
func AppendHeader(dst []byte, h Header) ([]byte, error) {
	w := wireHeader{
		Type: HeaderType, Version: &h.Version, ID: h.ID,
		Time: h.Created.UTC().Format(timeLayout), Meta: h.Meta,
	}
	if h.Parent != nil {
		w.Parent = &wireParent{ID: h.Parent.ID, Seq: h.Parent.Seq}
	}
	text, err := json.Marshal(w)
	if err != nil {
		return dst, &Error{Code: CodeLossy, Message: "the header is not lossless JSON", Err: err}
	}
	return append(append(dst, text...), '\n'), nil
}

// ParseHeader reads a header line, without or with its newline. A version that this module does not
// know is refused with CodeVersion before anything else in the line is looked at.
func ParseHeader(line []byte) (Header, error) {
	var probe struct {
		Type    Type `json:"type"`
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(line, &probe); err != nil {
		return Header{}, notALog(err)
	}
	if probe.Type != HeaderType || probe.Version == nil {
		return Header{}, notALog(nil)
	}
	if *probe.Version != FormatVersion {
		return Header{}, versionError(*probe.Version)
	}
	return parseKnownHeader(line)
}

func parseKnownHeader(line []byte) (Header, error) {
	var w wireHeader
	if err := json.Unmarshal(line, &w, strictLine); err != nil {
		return Header{}, notALog(err)
	}
	created, err := time.Parse(timeLayout, w.Time)
	if err != nil {
		return Header{}, notALog(err)
	}
	h := Header{ID: w.ID, Version: *w.Version, Created: created, Meta: w.Meta}
	if w.Parent != nil {
		h.Parent = &Parent{ID: w.Parent.ID, Seq: w.Parent.Seq}
	}
	return h, h.check()
}

func notALog(cause error) error {
	return &Error{Code: CodeCorrupt, Message: "the first line is not a session header", Err: cause}
}

func versionError(version int) error {
	return fail(CodeVersion, fmt.Sprintf(
		"the log has format version %d and this program knows only version %d; "+
			"use the program that wrote it", version, FormatVersion))
}
