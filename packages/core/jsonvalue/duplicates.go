package jsonvalue

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// rawNode is a value of a text in which names repeat: its parts in their own spelling.
type rawNode struct {
	text  jsontext.Value // of a scalar
	open  byte           // '{' or '[' of a container
	names []jsontext.Value
	parts []rawNode
}

// lastWins rewrites a loosely valid text so that each name occurs once in its object,
// with the last value at the place of the first. Values that lose are dropped before
// anything in them could be found wanting, as in ECMAScript.
func lastWins(text []byte) ([]byte, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(text), allowRepeatedNames, allowBadStrings)
	root, err := readRaw(dec)
	if err != nil {
		return nil, err
	}
	return root.appendTo(make([]byte, 0, len(text))), nil
}

// readRaw recurses at most MaxTextDepth levels, the limit of the decoder.
func readRaw(dec *jsontext.Decoder) (rawNode, error) {
	switch kind := dec.PeekKind(); kind {
	case '{', '[':
		if _, err := dec.ReadToken(); err != nil {
			return rawNode{}, err
		}
		return readRawParts(dec, byte(kind))
	}
	text, err := dec.ReadValue()
	return rawNode{text: text.Clone()}, err
}

func readRawParts(dec *jsontext.Decoder, open byte) (rawNode, error) {
	node := rawNode{open: open}
	places := map[string]int{}
	for kind := dec.PeekKind(); kind != '}' && kind != ']'; kind = dec.PeekKind() {
		var name jsontext.Value
		if open == '{' {
			raw, err := dec.ReadValue()
			if err != nil {
				return node, err
			}
			name = raw.Clone()
		}
		part, err := readRaw(dec)
		if err != nil {
			return node, err
		}
		node.put(name, part, places)
	}
	_, err := dec.ReadToken()
	return node, err
}

func (n *rawNode) put(name jsontext.Value, part rawNode, places map[string]int) {
	if n.open == '{' {
		// The error for a name that is not valid UTF-8 comes later, with its place.
		plain, _ := jsontext.AppendUnquote(nil, name)
		if at, ok := places[string(plain)]; ok {
			n.parts[at] = part
			return
		}
		places[string(plain)] = len(n.parts)
		n.names = append(n.names, name)
	}
	n.parts = append(n.parts, part)
}

func (n *rawNode) appendTo(dst []byte) []byte {
	if n.open == 0 {
		return append(dst, n.text...)
	}
	dst = append(dst, n.open)
	for i := range n.parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n.open == '{' {
			dst = append(append(dst, n.names[i]...), ':')
		}
		dst = n.parts[i].appendTo(dst)
	}
	return append(dst, n.open+2) // in ASCII '}' is '{'+2 and ']' is '['+2
}
