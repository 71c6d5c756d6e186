package links_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/links"
)

func TestCheck(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"docs/a.md":   "# A page\n\n[good](b.md#the-end) [site](https://example.org/x) [self](#a-page) [gone](c.md) [lost](b.md#start)\n",
		"docs/b.md":   "# B\n\n## The `end`\n\n```go\nloose()\n```\n\n<!-- BEGIN code x.go -->\n\n```go\ntied()\n```\n\n<!-- END code x.go -->\n",
		"README.md":   "![pic](docs/none.svg)\n\n```go\nallowed()\n```\n",
		"testdata.md": "[fine](docs)\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pages, err := links.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	err = links.Check(root, pages)
	if err == nil {
		t.Fatal("nothing was found")
	}
	want := []string{
		`README.md: link "docs/none.svg" leads nowhere: no docs/none.svg`,
		`docs/a.md: link "b.md#start" names no heading of docs/b.md`,
		`docs/a.md: link "c.md" leads nowhere: no docs/c.md`,
		`docs/b.md: the Go code that begins with "loose()" is compiled by nobody: move it to tools/gen/snippets and show it in a region`,
	}
	if got := err.Error(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
}
