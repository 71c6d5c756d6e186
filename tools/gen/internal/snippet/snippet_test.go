package snippet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/snippet"
)

const source = `package p

func f() {
	// show: inner
	a()

	if b {
		c()
	}
	// end: inner
}
`

func TestRegion(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "p.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"code p.go inner": "```go\na()\n\nif b {\n\tc()\n}\n```",
		"code p.go":       "```go\npackage p\n\nfunc f() {\n\ta()\n\n\tif b {\n\t\tc()\n\t}\n}\n```",
	} {
		if got, err := snippet.Region(root, name); err != nil || got != want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{
		"code":            "write \"code FILE\"",
		"code q.go":       "q.go",
		"code p.go other": "// show: other",
	} {
		if _, err := snippet.Region(root, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
