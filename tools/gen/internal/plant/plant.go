// Package plant loads the repository's own code with a mistake planted in it, for
// tests: the files on disk stay as they are.
package plant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/source"
)

// Root is the repository's directory, found from the test's own.
func Root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	tb.Fatal("the test does not run inside the repository")
	return ""
}

// Mistake replaces a text, which must be there, in one file below the root.
type Mistake struct{ File, Old, New string }

// Load loads the package of the file, with the mistake in it.
func Load(tb testing.TB, m Mistake) *source.Tree {
	tb.Helper()
	root := Root(tb)
	name := filepath.Join(root, filepath.FromSlash(m.File))
	text, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	if !strings.Contains(string(text), m.Old) {
		tb.Fatalf("%s has no %q: the test must be brought up to date", m.File, m.Old)
	}
	planted := strings.Replace(string(text), m.Old, m.New, 1)
	tree, err := source.Load(tb.Context(), source.Query{
		Root: root, Patterns: []string{"./" + filepath.ToSlash(filepath.Dir(filepath.FromSlash(m.File)))},
		Overlay: map[string][]byte{name: []byte(planted)},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return tree
}

// Refused fails the test unless err says all of that.
func Refused(tb testing.TB, err error, want ...string) {
	tb.Helper()
	if err == nil {
		tb.Fatal("the mistake was not found")
	}
	for _, text := range want {
		if !strings.Contains(err.Error(), text) {
			tb.Errorf("the message does not say %q:\n%v", text, err)
		}
	}
}
