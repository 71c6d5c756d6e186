package exact

import (
	"bytes"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// metaKey is the member of _meta that holds the result as it came.
const metaKey = "io.github.dsh-go/exact"

// Take returns the result as it came off the wire, and false if it did not come
// through this package.
func Take(meta map[string]any) (string, bool) {
	text, ok := meta[metaKey].(string)
	return text, ok
}

// pack returns a result of tools/list or tools/call that carries itself whole;
// any other result comes back as it is, and so does text that is no object.
// slim leaves nothing of a listing but its cursor.
func pack(result []byte, slim bool) []byte {
	members, ok := split(result)
	if !ok {
		return result
	}
	switch {
	case members.has("inputRequests"): // the SDK answers it and calls again
		return result
	case members.has("tools"):
		return packListing(result, members, slim)
	case members.has("content"), members.has("structuredContent"),
		members.has("isError"), members.has("toolResult"):
		return packCall(result)
	}
	return result
}

// packListing keeps the members, since the SDK reads the cursor and, over HTTP,
// which arguments of which tools travel as headers.
func packListing(result []byte, members object, slim bool) []byte {
	out := bytes.NewBuffer(make([]byte, 0, 2*len(result)+64))
	out.WriteByte('{')
	for _, m := range members {
		if m.name == "_meta" {
			continue
		}
		if m.name == "tools" && slim {
			m.value = []byte("[]")
		}
		writeString(out, m.name)
		out.WriteByte(':')
		out.Write(m.value)
		out.WriteByte(',')
	}
	return finish(out, result)
}

// packCall leaves nothing for the SDK to decode.
func packCall(result []byte) []byte {
	out := bytes.NewBuffer(make([]byte, 0, len(result)+len(result)/8+96))
	out.WriteString(`{"content":[],`)
	return finish(out, result)
}

// notText stands for a result that is no UTF-8. It is no JSON, so that the result
// is refused where it is read: nothing is replaced in silence.
const notText = "(invalid UTF-8)"

func finish(out *bytes.Buffer, result []byte) []byte {
	text := string(result)
	if !utf8.ValidString(text) {
		text = notText
	}
	out.WriteString(`"_meta":{"` + metaKey + `":`)
	writeString(out, text)
	out.WriteString("}}")
	return out.Bytes()
}

func writeString(out *bytes.Buffer, s string) {
	quoted, _ := jsontext.AppendQuote(out.AvailableBuffer(), s) // mends names that are no UTF-8
	out.Write(quoted)
}

// object is the members of a JSON object in order; names may repeat.
type object []member

type member struct {
	name  string
	value []byte
}

func (o object) has(name string) bool {
	for _, m := range o {
		if m.name == name {
			return true
		}
	}
	return false
}

// split returns the members of an object, as slices of text.
func split(text []byte) (object, bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if dec.PeekKind() != '{' {
		return nil, false
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	var o object
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, false
		}
		m := member{name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		end := dec.InputOffset()
		m.value = text[end-int64(len(value)) : end]
		o = append(o, m)
	}
	_, err := dec.ReadToken()
	return o, err == nil
}
