//go:build unix

package guest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

func TestCacheDirectoryIsPrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "cache")
	host, err := guest.NewHost(t.Context(), guest.Options{CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Close(t.Context()); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	open := t.TempDir()
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := guest.NewHost(t.Context(), guest.Options{CacheDir: open}); err == nil {
		t.Error("a directory that all can write to is accepted")
	}
}
