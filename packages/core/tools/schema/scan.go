package schema

import "strings"

// skip returns the place behind the value at i, of any kind and depth.
func (r reader) skip(i int) int {
	switch r.text[i] {
	case '"':
		return r.str(i)
	case 't', 'n':
		return i + len("true")
	case 'f':
		return i + len("false")
	case '{', '[':
		return r.container(i)
	}
	return r.number(i)
}

// number returns the place behind the number at i: that of the next comma or bracket.
func (r reader) number(i int) int {
	for i < len(r.text) {
		switch r.text[i] {
		case ',', ']', '}':
			return i
		}
		i++
	}
	return i
}

// str returns the place behind the string at i.
func (r reader) str(i int) int {
	i++
	for {
		i += strings.IndexByte(r.text[i:], '"')
		if !escaped(r.text, i) {
			return i + 1
		}
		i++
	}
}

// escaped reports whether the byte at i stands behind an odd number of backslashes. Inside
// a string the byte before the first of them is no backslash, so the count is right.
func escaped(text string, i int) bool {
	n := 0
	for text[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// container returns the place behind the array or object at i. It counts brackets outside
// strings; depth costs nothing.
func (r reader) container(i int) int {
	depth := 0
	for {
		switch r.text[i] {
		case '"':
			i = r.str(i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
}
