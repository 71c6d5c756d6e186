//go:build unix

package fs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/editor"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
)

// editing is a world with the editor alone, without the policy.
func editing(t *testing.T, row string) *fstest.World {
	t.Helper()
	w := fstest.New(t)
	w.Install(editor.Plugin(editor.Params{Tools: w.Registry, Files: w.Files}), row)
	return w
}

func TestEditorView(t *testing.T) {
	w := editing(t, "")
	path := filepath.Join(w.Dir, "f.txt")
	put(t, path, "\uFEFFone\ntwo\r\nthree\n")
	view := func(more args) string {
		a := args{"command": "view", "path": path}
		for name, v := range more {
			a[name] = v
		}
		return succeeds(t, w.Call("str_replace_editor", a))
	}
	wantText(t, "whole", view(nil), path+" (4 lines):\n     1  one\n     2  two\r\n     3  three\n     4  \n")
	wantText(t, "part", view(args{"view_range": []int{2, 3}}),
		path+" (4 lines, showing 2-3):\n     2  two\r\n     3  three\n")
	wantText(t, "to the end", view(args{"view_range": []int{4, -1}}), path+" (4 lines, showing 4-4):\n     4  \n")
	for _, c := range []struct{ view, why string }{
		{"[1]", "it should be two integers"}, {"[1,2,3]", "it should be two integers"},
		{"[1.5,2]", "it should be two integers"},
		{"[0,2]", "the first line, 0, should be within 1 and 4"},
		{"[5,5]", "the first line, 5, should be within 1 and 4"},
		{"[1,5]", "the last line, 5, should be at most 4"},
		{"[3,2]", "the last line, 2, should not be before the first, 3"},
		{"[1e300,-1]", "the first line, 1e+300, should be within 1 and 4"},
	} {
		r := w.Call("str_replace_editor", args{"command": "view", "path": path, "view_range": raw(c.view)})
		fails(t, r, "", "Invalid `view_range`: "+c.why)
	}
}

func TestEditorViewClips(t *testing.T) {
	w := editing(t, `{"maxOutputChars":40}`)
	path := filepath.Join(w.Dir, "f")
	put(t, path, strings.Repeat("日本語", 100))
	text := succeeds(t, w.Call("str_replace_editor", args{"command": "view", "path": path}))
	shown, notice, _ := strings.Cut(text, "\n<clipped")
	if len([]rune(shown)) != 40 || notice == "" {
		t.Errorf("shown %d characters of %q", len([]rune(shown)), text)
	}
}

func TestEditorViewDirectory(t *testing.T) {
	w := editing(t, "")
	for _, name := range []string{
		"b.txt", "a/one.txt", "a/deep/hidden.txt", ".git/config", "node_modules/x", "a/__pycache__/y", "a.txt",
	} {
		plant(t, filepath.Join(w.Dir, name), nil)
	}
	if err := os.Symlink("nowhere", filepath.Join(w.Dir, "broken")); err != nil {
		t.Fatal(err)
	}
	got := succeeds(t, w.Call("str_replace_editor", args{"command": "view", "path": w.Dir}))
	var want strings.Builder
	for _, r := range []string{"d\ta", "f\ta.txt", "d\ta/deep", "f\ta/one.txt", "f\tb.txt", "?\tbroken"} {
		kind, name, _ := strings.Cut(r, "\t")
		fmt.Fprintf(&want, "%s\t%s/%s\n", kind, w.Dir, name)
	}
	wantText(t, "listing", got, want.String())
	r := w.Call("str_replace_editor", args{"command": "view", "path": w.Dir, "view_range": []int{1, 2}})
	fails(t, r, "", "Invalid `view_range`: it is for files, and the path is a directory")
}

func TestEditorChanges(t *testing.T) {
	w := editing(t, "")
	path := filepath.Join(w.Dir, "f.txt")
	do := func(command string, more args) {
		t.Helper()
		a := args{"command": command, "path": path}
		for name, v := range more {
			a[name] = v
		}
		succeeds(t, w.Call("str_replace_editor", a))
	}
	content := func(want string) {
		t.Helper()
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("the file holds %q (%v), want %q", got, err, want)
		}
	}
	do("create", args{"file_text": "\uFEFFone\r\ntwo\r\n"})
	do("str_replace", args{"old_str": "one\r\n", "new_str": "1\r\n"})
	content("\uFEFF1\r\ntwo\r\n")
	do("str_replace", args{"old_str": "two"})
	content("\uFEFF1\r\n\r\n")
	do("insert", args{"insert_line": 0, "new_str": "zero"})
	content("\uFEFFzero\n1\r\n\r\n")
	do("insert", args{"insert_line": 4, "new_str": "a\nb"})
	content("\uFEFFzero\n1\r\n\r\n\na\nb")
}

func TestEditorRefuses(t *testing.T) {
	w := editing(t, "")
	path := filepath.Join(w.Dir, "f.txt")
	put(t, path, "a\r\nb\na\n")
	put(t, filepath.Join(w.Dir, "bin"), "a\x00")
	none := filepath.Join(w.Dir, "none")
	for _, c := range []struct {
		args          args
		code, message string
	}{
		{args{"command": "view", "path": " "}, "", "path must be a non-empty string"},
		{args{"command": "view", "path": "./f.txt"}, "", `path must be absolute: did you mean "/f.txt"?`},
		{args{"command": "view", "path": none}, "FS_NOT_FOUND", `cannot read "` + none + `": not found`},
		{args{"command": "view", "path": w.Dir + "/bin"}, "FS_NOT_TEXT",
			`cannot read "` + w.Dir + `/bin": binary file`},
		{args{"command": "create", "path": path}, "",
			"Parameter `file_text` is required for command: create"},
		{args{"command": "create", "path": path, "file_text": ""}, "",
			`a file or directory already exists at "` + path + `"; create does not overwrite, ` +
				"use str_replace or insert to change a file"},
		{args{"command": "str_replace", "path": path}, "",
			"Parameter `old_str` is required for command: str_replace"},
		{args{"command": "str_replace", "path": path, "old_str": ""}, "",
			"Parameter `old_str` is empty for command: str_replace"},
		{args{"command": "str_replace", "path": path, "old_str": "a\nb"}, "FS_EDIT_NOT_FOUND",
			`old_str was not found in "` + path + `"`},
		{args{"command": "str_replace", "path": path, "old_str": "a"}, "FS_AMBIGUOUS_EDIT",
			`old_str matched several times in "` + path + `", in lines 1, 3; provide a more specific old_str`},
		{args{"command": "str_replace", "path": none, "old_str": "a"}, "FS_NOT_FOUND",
			`cannot edit "` + none + `": not found`},
		{args{"command": "insert", "path": w.Dir, "insert_line": 0, "new_str": ""}, "FS_NOT_REGULAR_FILE",
			`cannot edit "` + w.Dir + `": not a regular file`},
		{args{"command": "insert", "path": path, "new_str": ""}, "",
			"Parameter `insert_line` is required for command: insert"},
		{args{"command": "insert", "path": path, "insert_line": 1}, "",
			"Parameter `new_str` is required for command: insert"},
		{args{"command": "insert", "path": path, "insert_line": 5, "new_str": ""}, "",
			"Invalid `insert_line`: 5, it should be within 0 and 4"},
		{args{"command": "insert", "path": path, "insert_line": -1, "new_str": ""}, "",
			"Invalid `insert_line`: -1, it should be within 0 and 4"},
	} {
		fails(t, w.Call("str_replace_editor", c.args), c.code, c.message)
	}
	if r := w.Call("str_replace_editor", args{"command": "undo", "path": path}); r.Failure().Code() != "INVALID_ARGS" {
		t.Errorf("%v", r.Failure())
	}
}

// The policy holds for the editor too, and comes before its parameter checks.
func TestEditorObeysThePolicy(t *testing.T) {
	w := complete(t, "")
	path := filepath.Join(w.Dir, "f.txt")
	put(t, path, "a\n")
	r := w.Call("str_replace_editor", args{"command": "str_replace", "path": path})
	fails(t, r, "FS_NOT_OBSERVED", `edit requires reading "`+path+`" first — read the file, then retry`)
	succeeds(t, w.Call("str_replace_editor", args{"command": "view", "path": path}))
	succeeds(t, w.Call("str_replace_editor", args{"command": "insert", "path": path, "insert_line": 0, "new_str": "x"}))
	succeeds(t, w.Call("edit", args{"file_path": path, "old_string": "a", "new_string": "b"}))
	put(t, path, "changed\n")
	r = w.Call("str_replace_editor", args{"command": "str_replace", "path": path, "old_str": "changed"})
	fails(t, r, "FS_STALE_VERSION",
		`cannot write "`+path+`": file changed since it was read — re-read the file, then retry`)
}
