package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// PublicName returns the name under which a server's tool is registered:
// mcp__<server>__<raw>. Characters that names may not have become '_'. Where that
// changed anything, or the name is too long, it is cut and ends in a hash of
// both names, so that different tools keep different names (§13).
func PublicName(server, raw string) string {
	clean := strings.Map(func(r rune) rune {
		if r < 0x80 && isNameByte(byte(r)) {
			return r
		}
		return '_'
	}, raw)
	name := "mcp__" + server + "__" + clean
	if clean == raw && len(name) <= tools.MaxNameLength {
		return name
	}
	sum := sha256.Sum256([]byte(server + "\x00" + raw))
	return name[:min(len(name), keptName)] + "_" + hex.EncodeToString(sum[:])[:hashDigits]
}

const (
	hashDigits = 12
	keptName   = tools.MaxNameLength - hashDigits - 1
)

func isNameByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
