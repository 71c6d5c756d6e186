//go:build unix

package local_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/policy/spill/local"
)

func TestModes(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	s, err := local.New(local.Config{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	saved, err := save(t, s, "s", "n", "x")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{
		root: 0o700, filepath.Dir(saved.Locator): 0o700, saved.Locator: 0o600,
	} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
}

func TestLinkIsNotFollowedOut(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(root, local.SessionDirectory("s"))); err != nil {
		t.Fatal(err)
	}
	s, err := local.New(local.Config{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = save(t, s, "s", "n", "x"); spill.CodeOf(err) != spill.CodeStore {
		t.Errorf("got %v, want %s", err, spill.CodeStore)
	}
	if entries, _ := os.ReadDir(outside); len(entries) > 0 {
		t.Errorf("written outside: %v", entries)
	}
}
