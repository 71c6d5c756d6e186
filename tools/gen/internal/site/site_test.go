package site_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/plant"
	"github.com/dsh-go/dsh/tools/gen/internal/site"
)

func TestLink(t *testing.T) {
	for _, c := range [][3]string{
		{"start.md", "cookbook/add-a-tool.md#3-write-the-body", "cookbook/add-a-tool.html#3-write-the-body"},
		{"cookbook/a.md", "../start.md", "../start.html"},
		{"cookbook/a.md", "../README.md", "../index.html"},
		{"concepts/pipeline.md", "../reference/pipeline.svg", "../reference/pipeline.svg"},
		{"concepts/pipeline.md", "../../packages/core/scope/doc.go", site.Repository + "packages/core/scope/doc.go"},
		{"start.md", "https://example.org", "https://example.org"},
		{"start.md", "#next", "#next"},
	} {
		if got := site.Link(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %s: got %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

// The site of the real pages has every page, and every link inside it arrives.
func TestWrite(t *testing.T) {
	into := t.TempDir()
	if err := site.Write(plant.Root(t), into); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(into, "spec", "registry.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<h3 id="r55">`, `href="../concepts/registry.html"`, `<title>Registry, pipeline, batches (R) · dsh</title>`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if _, err := os.Stat(filepath.Join(into, "index.html")); err != nil {
		t.Error(err)
	}
}
