package quickjs

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
)

//go:generate go run ./internal/fetch

// The guests are byte-identical to the files of the pinned npm packages; see
// THIRD_PARTY_NOTICES.md. They are checked before they are used (T13).

//go:embed internal/blob/quickjs.wasm
var engineWasm string

//go:embed internal/blob/eraser.wasm
var eraserWasm string

const (
	engineHash = "c0bd8f296e18cf074969f6401b9ecb72609a1323818ec2b9bf7a8f8d740d1363"
	eraserHash = "8d58b4dd3dc9f9081e7e5330879864e99427b2c8746bd3b1198f053062e8cc1b"
)

func engineBlob() ([]byte, error) { return checked("quickjs.wasm", engineWasm, engineHash) }
func eraserBlob() ([]byte, error) { return checked("eraser.wasm", eraserWasm, eraserHash) }

func checked(name, content, want string) ([]byte, error) {
	bytes := []byte(content)
	if sum := sha256.Sum256(bytes); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("%s: %w", name, errHash)
	}
	return bytes, nil
}
