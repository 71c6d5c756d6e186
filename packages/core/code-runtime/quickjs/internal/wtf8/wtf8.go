// Package wtf8 turns text of the guest into JSON and back. Text crosses into
// and out of the guest as UTF-8 in which a lone surrogate is the three bytes
// ED A0..BF xx.
package wtf8

import (
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// controls are the escapes of the control characters, six bytes each.
const controls = `\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008\u0009\u000a\u000b\u000c\u000d\u000e\u000f` +
	`\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f`

// Quote gives text of the guest as a compact ECMAScript JSON string; size is
// its known length, or 0.
func Quote(text []byte, size int64) string {
	var b []byte
	if size > 0 {
		b = make([]byte, 0, size)
	}
	if size != int64(len(text))+2 {
		b = AppendQuoted(b, text)
	} else { // nothing to escape
		b = append(append(append(b, '"'), text...), '"')
	}
	return unsafe.String(unsafe.SliceData(b), len(b)) // nobody else has the bytes
}

// AppendQuoted appends text of the guest as a JSON string.
func AppendQuoted(b, text []byte) []byte { return append(AppendEscaped(append(b, '"'), text), '"') }

// AppendEscaped appends text of the guest, or a piece of it that cuts no character, as
// what stands between the quotes of a JSON string.
func AppendEscaped(b, text []byte) []byte {
	kept := 0
	for at := 0; at < len(text); {
		c := text[at]
		if c >= 0x20 && c != '"' && c != '\\' && c != 0xED {
			at++
			continue
		}
		escape, n := escapeAt(text, at)
		if escape != "" {
			b = append(append(b, text[kept:at]...), escape...)
			kept = at + n
		}
		at += n
	}
	return append(b, text[kept:]...)
}

func escapeAt(text []byte, at int) (escape string, n int) {
	switch c := text[at]; c {
	case '"':
		return `\"`, 1
	case '\\':
		return `\\`, 1
	case '\b':
		return `\b`, 1
	case '\t':
		return `\t`, 1
	case '\n':
		return `\n`, 1
	case '\f':
		return `\f`, 1
	case '\r':
		return `\r`, 1
	case 0xED:
		if at+2 >= len(text) || text[at+1] < 0xA0 {
			return "", 1
		}
		unit := 0xD000 | uint16(text[at+1]&0x3F)<<6 | uint16(text[at+2]&0x3F)
		return `\u` + strconv.FormatUint(uint64(unit), 16), 3
	default:
		return controls[6*int(c) : 6*int(c)+6], 1
	}
}

// Unquote gives the text of a checked JSON string for the guest.
func Unquote(json string) string {
	body := json[1 : len(json)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body
	}
	b := make([]byte, 0, len(body))
	for at := 0; at < len(body); {
		if body[at] != '\\' {
			b = append(b, body[at])
			at++
			continue
		}
		var n int
		b, n = unescape(b, body[at:])
		at += n
	}
	return string(b)
}

func unescape(b []byte, s string) ([]byte, int) {
	if s[1] != 'u' {
		i := strings.IndexByte(`bfnrt`, s[1])
		if i < 0 {
			return append(b, s[1]), 2
		}
		return append(b, "\b\f\n\r\t"[i]), 2
	}
	unit := unitOf(s)
	if unit < 0xD800 || unit > 0xDFFF {
		return utf8.AppendRune(b, unit), 6
	}
	if unit < 0xDC00 && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if low := unitOf(s[6:]); low >= 0xDC00 && low <= 0xDFFF {
			return utf8.AppendRune(b, 0x10000+(unit-0xD800)<<10+(low-0xDC00)), 12
		}
	}
	return append(b, 0xED, 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F), 6
}

func unitOf(s string) rune {
	n, _ := strconv.ParseUint(s[2:6], 16, 32) // the digits have been checked
	return rune(n)
}

// deepLevels is how many levels the engine's own parser surely follows.
const deepLevels = 4000

// Deep reports whether JSON text may be nested deeper than the engine's own
// parser can follow.
func Deep(json string) bool {
	if len(json) < 2*deepLevels ||
		strings.Count(json, "[")+strings.Count(json, "{") < deepLevels {
		return false
	}
	depth, deepest := 0, 0
	for at := 0; at < len(json); at++ {
		switch json[at] {
		case '"':
			for at++; json[at] != '"'; at++ {
				if json[at] == '\\' {
					at++
				}
			}
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest >= deepLevels
}
