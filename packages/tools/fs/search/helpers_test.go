package search_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
	"github.com/dsh-go/dsh/packages/tools/fs/search/walker"
)

// requireRipgrep is set where both engines must be tested.
const requireRipgrep = "DSH_REQUIRE_RIPGREP"

// engines lists those that this machine has. The walker is always there.
func engines(t testing.TB) map[string]search.Engine {
	t.Helper()
	list := map[string]search.Engine{"walker": walker.Engine{}}
	rg, err := ripgrep.Find(t.Context())
	switch {
	case err == nil:
		list["ripgrep"] = rg
	case os.Getenv(requireRipgrep) != "":
		t.Fatalf("%s is set: %v", requireRipgrep, err)
	default:
		t.Logf("the walker alone is tested: %v", err)
	}
	return list
}

// TestEngines fails where ripgrep is required and missing; elsewhere it says what is tested.
func TestEngines(t *testing.T) {
	for name := range engines(t) {
		t.Logf("tested: %s", name)
	}
}

// tree makes files from their paths and contents and returns the directory, without links in its
// path.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plant(t, dir, files)
	return dir
}

func plant(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for path, content := range files {
		full := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// age sets when files were modified, in seconds.
func age(t testing.TB, dir string, seconds map[string]int64) {
	t.Helper()
	for path, s := range seconds {
		when := time.Unix(1_600_000_000+s, 0)
		if err := os.Chtimes(filepath.Join(dir, path), when, when); err != nil {
			t.Fatal(err)
		}
	}
}

func ptr[T any](v T) *T { return &v }
