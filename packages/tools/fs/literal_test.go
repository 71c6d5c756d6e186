package fs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a model writes goes into the file as it is, and what it does not name stays as it was:
// nothing is unescaped, straightened, trimmed or re-indented.
func TestTextIsTakenLiterally(t *testing.T) {
	w := complete(t, "")
	path := filepath.Join(w.Dir, "f.txt")
	const rest = "\tsaid “curly” and ‘single’ quotes…\u00a0\n  trailing blanks   \n\\u0041 \\n &amp;\n"
	for _, c := range []struct{ old, new string }{
		{"target", `{"text": "a\nb\t\"c\" \\d A \u0042"}`},
		{"target", "print('it''s $1 ${x} $& \\1')"},
		{"target", "“new” quotes & <tags> %s %d"},
		{"target\n", "\ttabs\n    blanks\n"},
		{"target", ""},
	} {
		before := "target\n" + rest + "end"
		put(t, path, before)
		if r := w.Call("read", args{"file_path": path}); r.IsError() {
			t.Fatal(r.Failure().Message())
		}
		r := w.Call("edit", args{"file_path": path, "old_string": c.old, "new_string": c.new})
		if r.IsError() {
			t.Fatal(r.Failure().Message())
		}
		want := strings.Replace(before, c.old, c.new, 1)
		if got, err := os.ReadFile(path); string(got) != want {
			t.Errorf("%q: the file holds %q, %v", c.new, got, err)
		}
		whole := c.new + rest
		if r := w.Call("write", args{"file_path": path, "content": whole}); r.IsError() {
			t.Fatal(r.Failure().Message())
		}
		if got, err := os.ReadFile(path); string(got) != whole {
			t.Errorf("write: the file holds %q, %v", got, err)
		}
	}
	// Quotes of another kind are another text, not a match.
	put(t, path, "“curly”\n")
	w.Call("read", args{"file_path": path})
	straight := args{"file_path": path, "old_string": `"curly"`, "new_string": "x"}
	if r := w.Call("edit", straight); !r.IsError() {
		t.Error("straight quotes matched curly ones")
	}
}
