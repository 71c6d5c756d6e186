package jsonvalue

import "github.com/go-json-experiment/json/jsontext"

// normalise rewrites a text of valid JSON in normal form, in place: without whitespace
// between tokens and with minimal escapes. No part of the normal form is longer than what
// it stands for.
func normalise(text []byte) []byte {
	dst := text[:0]
	var scratch []byte
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end, minimal := inspectString(text, i+1)
			if minimal {
				dst = append(dst, text[i:end]...)
			} else {
				// The unescaped text is complete before anything is overwritten.
				scratch, _ = jsontext.AppendUnquote(scratch[:0], text[i:end])
				dst, _ = jsontext.AppendQuote(dst, scratch)
			}
			i = end
		case c <= ' ':
			i++
		default:
			dst = append(dst, c)
			i++
		}
	}
	return trim(dst)
}

// trim gives up the rest of a buffer that is mostly empty.
func trim(text []byte) []byte {
	if len(text) < cap(text)/2 {
		return append([]byte(nil), text...)
	}
	return text
}
