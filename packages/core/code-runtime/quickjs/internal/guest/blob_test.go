package guest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/fuel"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// tiny is a module with one import, one global and one function that loops.
const tiny = "\x00asm\x01\x00\x00\x00" +
	"\x01\x04\x01\x60\x00\x00" +
	"\x02\x07\x01\x01m\x01f\x00\x00" +
	"\x03\x02\x01\x00" +
	"\x06\x06\x01\x7f\x01\x41\x00\x0b" +
	"\x0a\x09\x01\x07\x00\x03\x40\x10\x01\x0b\x0b"

func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// tinyBlob is the module with its hashes.
func tinyBlob(t *testing.T) (b guest.Blob, counted string) {
	t.Helper()
	code, report, err := fuel.Instrument([]byte(tiny), guest.PassOptions())
	if err != nil || report.Checks != 1 {
		t.Fatalf("%+v %v", report, err)
	}
	counted = string(code)
	return guest.Blob{Name: "tiny", Wasm: tiny, Hash: hash(tiny), Counted: hash(counted)}, counted
}

// TestInstrumentedCode: what the cache holds is used when it is what is pinned,
// and made anew when it is anything else (T13).
func TestInstrumentedCode(t *testing.T) {
	t.Parallel()
	blob, counted := tinyBlob(t)
	dir := filepath.Join(t.TempDir(), "cache")
	host, err := guest.NewHost(context.Background(), guest.Options{CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := host.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	file := filepath.Join(dir, "fuel-"+blob.Counted)
	compile := func(b guest.Blob) error {
		m, err := host.Compile(context.Background(), b)
		if err == nil {
			err = m.Close(context.Background())
		}
		return err
	}
	holds := func() string {
		text, _ := os.ReadFile(file)
		return string(text)
	}
	if err := compile(blob); err != nil || holds() != counted {
		t.Fatalf("the first time: %v, stored %q", err, holds())
	}
	for name, planted := range map[string]string{
		"another": blob.Wasm, "cut": counted[:9], "empty": "",
	} {
		if err := os.WriteFile(file, []byte(planted), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := compile(blob); err != nil || holds() != counted {
			t.Errorf("%s: %v, stored %q", name, err, holds())
		}
	}
	replaced := blob
	replaced.Wasm = strings.Replace(blob.Wasm, "\x41\x00", "\x41\x01", 1)
	if err := compile(replaced); err != nil {
		t.Errorf("the cache was not used: %v", err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := compile(replaced); err == nil || !strings.Contains(err.Error(), "pinned SHA-256") {
		t.Errorf("another module was taken: %v", err)
	}
	replaced.Hash = hash(replaced.Wasm)
	if err := compile(replaced); err == nil || !strings.Contains(err.Error(), "is pinned") {
		t.Errorf("another result of the pass was taken: %v", err)
	}
}
