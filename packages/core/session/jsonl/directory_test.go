package jsonl_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

func TestDirectory(t *testing.T) {
	d := jsonl.Directory{Root: filepath.Join(t.TempDir(), "odd [root]*")}
	if entries, err := d.List(); err != nil || len(entries) != 0 {
		t.Fatalf("a missing root has logs %v, %v", entries, err)
	}
	for _, id := range []string{"one", "two"} {
		store, err := d.Create("/home/me/work", session.Header{ID: id, Created: header().Created}, nil)
		check(t, err)
		check(t, store.Close())
	}
	store, err := d.Open("two")
	check(t, err)
	if store.Header().ID != "two" {
		t.Errorf("opened %q", store.Header().ID)
	}
	check(t, store.Close())
	_, err = d.Open("three")
	wantCode(t, err, session.CodeNotFound)
	entries, err := d.List()
	check(t, err)
	if len(entries) != 2 {
		t.Fatalf("listed %v", entries)
	}
	// A second log of a session is refused, a foreign one in its place too.
	other, err := d.Create("", session.Header{ID: "two", Created: header().Created}, nil)
	check(t, err)
	check(t, other.Close())
	_, err = d.Open("two")
	wantCode(t, err, session.CodeIdentity)
	check(t, os.MkdirAll(filepath.Dir(d.Path("", "three")), 0o700))
	check(t, os.Rename(d.Path("", "two"), d.Path("", "three")))
	_, err = d.Open("three")
	wantCode(t, err, session.CodeIdentity)
	check(t, os.WriteFile(d.Path("", "three"), []byte("x"), 0o600))
	entries, err = d.List()
	if len(entries) != 2 || session.CodeOf(err) != session.CodeCorrupt {
		t.Errorf("listed %v, %v", entries, err)
	}
}

func TestPathsAreSafe(t *testing.T) {
	d := jsonl.Directory{Root: "/root"}
	seen := map[string]string{}
	for _, id := range []string{
		"a", "a b", "a~0020b", "../x", "..", ".", "", "x/y", "x\\y", "ünï", "🙂", "a\x00b",
		strings.Repeat("long", 100), strings.Repeat("long", 100) + "er",
	} {
		path := d.Path("/cwd", id)
		name := filepath.Base(filepath.Dir(path))
		if filepath.Dir(filepath.Dir(filepath.Dir(path))) != "/root" || len(name) > 120 {
			t.Errorf("%q belongs at %s", id, path)
		}
		if other, taken := seen[path]; taken {
			t.Errorf("%q and %q share %s", id, other, path)
		}
		seen[path] = id
	}
	if d.Path("/a/x", "s") == d.Path("/b/x", "s") || d.Path("/a/x", "s") != d.Path("/a/x/", "s") {
		t.Error("projects are told apart by the wrong thing")
	}
}
