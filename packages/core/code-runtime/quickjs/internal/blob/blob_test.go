package blob_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/fuel"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// TestPinnedHashes: what is pinned of the guests is what they are, and what the
// fuel pass makes of them (T13).
func TestPinnedHashes(t *testing.T) {
	t.Parallel()
	for _, b := range []guest.Blob{blob.Engine(), blob.Eraser()} {
		counted, _, err := fuel.Instrument([]byte(b.Wasm), guest.PassOptions())
		if err != nil {
			t.Fatal(err)
		}
		for what, pair := range map[string][2]string{
			"Hash":    {b.Hash, hash([]byte(b.Wasm))},
			"Counted": {b.Counted, hash(counted)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s: %s is %s, but %s is pinned", b.Name, what, pair[1], pair[0])
			}
		}
	}
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
