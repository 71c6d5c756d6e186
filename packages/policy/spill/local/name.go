package local

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"
)

// longestSegment is how many bytes of an encoded name are kept, so that file
// systems take it together with its random prefix.
const longestSegment = 200

// Encode turns any text into one path segment: letters, digits, '.', '_' and '-'
// of ASCII stay, each other UTF-16 unit becomes '~' and four hexadecimal digits.
// The empty text becomes "~"; "." and ".." are encoded whole.
func Encode(name string) string {
	if name == "" {
		return "~"
	}
	dots := name == "." || name == ".."
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(name)) {
		piece := fmt.Sprintf("~%04X", unit)
		if isPlain(unit) && !dots {
			piece = string(rune(unit))
		}
		if b.Len()+len(piece) > longestSegment {
			break
		}
		b.WriteString(piece)
	}
	return b.String()
}

func isPlain(c uint16) bool {
	return c == '.' || c == '_' || c == '-' ||
		c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// SessionDirectory returns the name of a session's directory.
func SessionDirectory(sessionID string) string {
	sum := sha256.Sum256([]byte(sessionID))
	return "session-" + hex.EncodeToString(sum[:6])
}
