//go:build linux

package fs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
)

// Every tool works in a workspace whose name has blanks, a line break and bytes that are not UTF-8,
// and what it answers is UTF-8.
func TestOddWorkspace(t *testing.T) {
	w := complete(t, `{"mode":"workspace-write","noTemp":true,"confineReads":true}`)
	w.Install(glob.Plugin(glob.Params{Tools: w.Registry, Files: w.Files}),
		`{"sampleOverCapGlobResults":false}`)
	w.Install(grep.Plugin(grep.Params{Tools: w.Registry, Files: w.Files}), ``)
	dir := filepath.Join(w.Dir, "a b\nc\xff\xfe")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w.Agent = &tools.Agent{ID: w.Agent.ID, Key: w.Agent.Key, Dir: dir}
	for _, c := range []struct {
		tool string
		args args
	}{
		{"write", args{"file_path": "sub/f.txt", "content": "one\n"}},
		{"read", args{"file_path": "sub/f.txt"}},
		{"edit", args{"file_path": "sub/f.txt", "old_string": "one", "new_string": "two"}},
		{"glob", args{"pattern": "*.txt"}},
		{"grep", args{"pattern": "two"}},
		{"read", args{"file_path": "missing"}},
		{"write", args{"file_path": "../out.txt", "content": ""}},
	} {
		r := w.Call(c.tool, c.args)
		failed := c.args["file_path"] == "missing" || c.args["file_path"] == "../out.txt"
		if r.IsError() != failed {
			t.Errorf("%s %v: %s", c.tool, c.args, r.Content().Text())
		}
		if text := r.Content().Text() + r.Value().Text() + r.Meta().Text(); !utf8.ValidString(text) {
			t.Errorf("%s %v: not UTF-8: %q", c.tool, c.args, text)
		}
	}
	if got, err := os.ReadFile(filepath.Join(dir, "sub", "f.txt")); string(got) != "two\n" {
		t.Errorf("the file holds %q, %v", got, err)
	}
}

// Paths that no file system takes are failures with a code.
func TestImpossiblePaths(t *testing.T) {
	w := complete(t, "")
	put(t, filepath.Join(w.Dir, "file"), "x\n")
	long := strings.Repeat("n", 300)
	for _, path := range []string{"a\x00b", long, "file/child", "file/a/b"} {
		for name, a := range map[string]args{
			"read":  {"file_path": path},
			"write": {"file_path": path, "content": "x"},
			"edit":  {"file_path": path, "old_string": "a", "new_string": "b"},
		} {
			if r := w.Call(name, a); !r.IsError() || r.Failure().Code() == "" {
				t.Errorf("%s %.20q: %s", name, path, r.Content().Text())
			}
		}
	}
}
