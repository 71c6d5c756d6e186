package conformance

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// renderCase is a case of ptc-render: what the model reads of a run.
type renderCase struct {
	caseHead
	Logs         []string       `json:"logs"`
	Result       *string        `json:"result_json,omitzero"`
	ResultAbsent bool           `json:"result_absent,omitzero"`
	Kind         string         `json:"kind,omitzero"`
	Message      string         `json:"message,omitzero"`
	Text         string         `json:"text"`
	ErrorMessage string         `json:"error_message,omitzero"`
	Upstream     jsontext.Value `json:"upstream,omitzero"`
}

// costCase is a case about the JSON bytes of a string or value, or about the
// longest prefix of a string within some.
type costCase struct {
	caseHead
	String *string `json:"string_json,omitzero"`
	JSON   *string `json:"json,omitzero"`
	Bytes  int64   `json:"bytes,omitzero"`
	Max    int64   `json:"max_bytes,omitzero"`
	Prefix *string `json:"prefix_json,omitzero"`
}

func renderSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "success", "failure", "string_bytes", "value_bytes", "prefix")
	for _, name := range []string{"success", "failure"} {
		i := 0
		cases = append(cases, each(lists[name], func(c renderCase) (vectorCase, error) {
			i++
			return vectorCase{id: orNumbered(c.ID, name, i), reason: c.Text, check: c.check}, nil
		})...)
	}
	for _, name := range []string{"string_bytes", "value_bytes", "prefix"} {
		i := 0
		cases = append(cases, each(lists[name], func(c costCase) (vectorCase, error) {
			i++
			if c.String == nil && c.JSON == nil {
				return vectorCase{}, fmt.Errorf("the case has no text")
			}
			return vectorCase{id: orNumbered(c.ID, name, i), check: c.check}, nil
		})...)
	}
	return cases, err
}

// orNumbered is the case's id, or its place in the list.
func orNumbered(id, list string, n int) string {
	if id != "" {
		return id
	}
	return list + "-" + strconv.Itoa(n)
}

func (c renderCase) check(d Driver) error {
	got, err := d.RenderRun(
		RunResult{Logs: c.Logs, Result: deref(c.Result), Kind: c.Kind, Message: c.Message},
	)
	if err != nil {
		return err
	}
	var wrong mismatches
	wrong.add("text", strings.Join(got.Content, ""), c.Text)
	wrong.add("isError", got.IsError, c.Kind != "")
	if c.Kind != "" {
		wrong.add("code", got.Code, "CODE_RUN_FAILED")
		wrong.add("message", got.Message, c.ErrorMessage)
	}
	return wrong.err()
}

func (c costCase) check(d Driver) error {
	if c.JSON != nil {
		return compareCost(d.ValueBytes(*c.JSON))(c.Bytes)
	}
	text, err := unquote(*c.String)
	if err != nil {
		return err
	}
	if c.Prefix == nil {
		return compareCost(d.StringBytes(text))(c.Bytes)
	}
	want, err := unquote(*c.Prefix)
	if err != nil {
		return err
	}
	got, err := d.StringPrefix(text, c.Max)
	if err == nil && got != want {
		err = fmt.Errorf("prefix is %q, want %q", got, want)
	}
	return err
}

func compareCost(got int64, err error) func(want int64) error {
	return func(want int64) error {
		if err == nil && got != want {
			err = fmt.Errorf("%d bytes, want %d", got, want)
		}
		return err
	}
}

// unquote decodes a JSON string as a program would hold it: a lone surrogate,
// which no Unicode text has, becomes the three bytes that encode its number.
func unquote(text string) (string, error) {
	body, begins := strings.CutPrefix(text, `"`)
	body, ends := strings.CutSuffix(body, `"`)
	if !begins || !ends {
		return "", fmt.Errorf("%s is no JSON string", text)
	}
	var b strings.Builder
	for body != "" {
		unit, rest, escaped := unitAt(body)
		low, after, paired := unitAt(rest)
		switch {
		case escaped && paired && utf16.IsSurrogate(unit) && utf16.DecodeRune(unit, low) != utf8.RuneError:
			b.WriteRune(utf16.DecodeRune(unit, low))
			rest = after
		case escaped && utf16.IsSurrogate(unit):
			b.Write([]byte{0xE0 | byte(unit>>12), 0x80 | byte(unit>>6)&0x3F, 0x80 | byte(unit)&0x3F})
		case escaped:
			b.WriteRune(unit)
		default:
			plain, err := plainPart(&rest, body)
			if err != nil {
				return "", err
			}
			b.WriteString(plain)
		}
		body = rest
	}
	return b.String(), nil
}

// unitAt reads a \u escape at the front.
func unitAt(text string) (unit rune, rest string, ok bool) {
	if len(text) < 6 || !strings.HasPrefix(text, `\u`) {
		return 0, text, false
	}
	n, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(n), text[6:], err == nil
}

// plainPart reads everything up to the next \u escape.
func plainPart(rest *string, text string) (string, error) {
	end := 0
	for end < len(text) && !strings.HasPrefix(text[end:], `\u`) {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	*rest = text[min(end, len(text)):]
	out, err := jsontext.AppendUnquote(nil, `"`+text[:min(end, len(text))]+`"`)
	return string(out), err
}
