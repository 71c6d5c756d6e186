package jsonvalue

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

const (
	everyByte = 0x0101010101010101
	highBits  = 0x8080808080808080
)

// quoteOrSlash returns the place of the next quotation mark or backslash from i on, or
// len(text). It looks at eight bytes at a time: an own search for either of the two, from
// each match on, would look at some bytes again and again.
func quoteOrSlash(text []byte, i int) int {
	for ; i+8 <= len(text); i += 8 {
		word := binary.LittleEndian.Uint64(text[i:])
		if found := zeroBytes(word^('"'*everyByte)) | zeroBytes(word^('\\'*everyByte)); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(text) && text[i] != '"' && text[i] != '\\' {
		i++
	}
	return i
}

// zeroBytes sets the high bit of each byte of word that is zero. Bytes above the lowest
// such byte may be wrong.
func zeroBytes(word uint64) uint64 { return (word - everyByte) & ^word & highBits }

// isBareString reports whether a text is a JSON string in which nothing is escaped or
// has to be.
func isBareString(text string) bool {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return false
	}
	inner := unsafe.Slice(unsafe.StringData(text), len(text))[1 : len(text)-1] // only read
	i := 0
	for ; i+8 <= len(inner); i += 8 {
		word := binary.LittleEndian.Uint64(inner[i:])
		control := (word - ' '*everyByte) & ^word & highBits
		if zeroBytes(word^('"'*everyByte))|zeroBytes(word^('\\'*everyByte))|control != 0 {
			return false
		}
	}
	for ; i < len(inner); i++ {
		if c := inner[i]; c < ' ' || c == '"' || c == '\\' {
			return false
		}
	}
	return utf8.Valid(inner)
}
