package provider

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// wireName returns the name that a provider sees for a tool: the tool's own when it is made of
// ASCII letters, digits, dashes and underscores and short enough, otherwise one that is, with a
// digest so that different tools keep different names. It depends on nothing else, so a tool
// keeps its name from request to request.
func wireName(name string, longest int) string {
	const digits = 8
	plain := strings.Map(func(r rune) rune {
		if isNameRune(r) {
			return r
		}
		return '_'
	}, name)
	if plain == name && len(name) <= longest {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	if most := longest - digits - 1; len(plain) > most {
		plain = plain[:most]
	}
	return plain + "_" + hex.EncodeToString(sum[:])[:digits]
}

func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
}
