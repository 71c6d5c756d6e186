package jsonvalue

import "unsafe"

// The two conversions below are the only unsafe code of the package. They let a text of
// any size be held as a string (so that its parts can be handed out as substrings) and
// be read as bytes by the JSON library, without a second copy. Both are sound because
// the bytes are owned by a Value from then on and nobody writes to them again: the
// library reads its input only, and callers get strings.

// asString views bytes that nobody will write to again.
func asString(owned []byte) string {
	return unsafe.String(unsafe.SliceData(owned), len(owned))
}

// asBytes views a string for a reader that does not write.
func asBytes(text string) []byte {
	return unsafe.Slice(unsafe.StringData(text), len(text))
}
