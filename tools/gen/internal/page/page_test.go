package page_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/page"
)

const sample = "# Title\n\n<!-- BEGIN a -->\nold\n<!-- END a -->\n\nprose\n"

func TestReplace(t *testing.T) {
	got, err := page.Replace(sample, "a", "\nnew\n")
	want := "# Title\n\n<!-- BEGIN a -->\n\nnew\n\n<!-- END a -->\n\nprose\n"
	if err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
	again, err := page.Replace(got, "a", "new")
	if err != nil || again != got {
		t.Errorf("a second time: %q, %v", again, err)
	}
	if names := page.Names(sample); !slices.Equal(names, []string{"a"}) {
		t.Errorf("names %q", names)
	}
}

func TestReplaceNamesTheMend(t *testing.T) {
	for name, text := range map[string]string{
		"missing":   "# Title\n",
		"twice":     sample + sample,
		"backwards": "<!-- END a --><!-- BEGIN a -->",
	} {
		if _, err := page.Replace(text, "a", "x"); err == nil || !strings.Contains(err.Error(), "<!-- BEGIN a -->") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSet(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "p.md"), []byte(sample), 0o666); err != nil {
		t.Fatal(err)
	}
	s := page.New(root)
	s.Put("deep/data.json", "{}\n")
	if err := s.Fill("p.md", "a", "fresh"); err != nil {
		t.Fatal(err)
	}
	stale, err := s.Compare()
	if err != nil || len(stale) != 2 {
		t.Fatalf("stale %v, %v", stale, err)
	}
	text := page.Error(stale, "make it").Error()
	for _, want := range []string{"2 generated file(s)", "run `make it`", "-old", "+fresh", "+{}"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	written, err := s.Write()
	if err != nil || !slices.Equal(written, []string{"deep/data.json", "p.md"}) {
		t.Errorf("wrote %q, %v", written, err)
	}
	if stale, err := s.Compare(); err != nil || len(stale) > 0 || page.Error(stale, "") != nil {
		t.Errorf("after writing: %v, %v", stale, err)
	}
	if written, err := s.Write(); err != nil || len(written) > 0 {
		t.Errorf("wrote again: %q, %v", written, err)
	}
}
