package filesys_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

func TestEdit(t *testing.T) {
	ws := workspace(t)
	l := local(t, ws)
	put(t, ws+"/f.sh", "\uFEFFone\r\ntwo\nthree\r\n")
	if err := os.Chmod(ws+"/f.sh", 0o751); err != nil {
		t.Fatal(err)
	}
	got, err := edit(t, l, "f.sh", "two\n", "2\n")
	if err != nil {
		t.Fatal(err)
	}
	if got.Before != "one\ntwo\nthree\n" || got.After != "one\n2\nthree\n" {
		t.Errorf("got %+v", got)
	}
	wantContent(t, ws+"/f.sh", "\uFEFFone\r\n2\nthree\r\n")
	if info, _ := os.Stat(ws + "/f.sh"); info.Mode().Perm() != 0o751 {
		t.Errorf("mode became %o", info.Mode())
	}
	if !got.Version.Same(seen(t, l, "f.sh")) {
		t.Error("the version is not that of the file")
	}
}

func TestEditRefuses(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/f.txt", "a\na\n")
	put(t, ws+"/nul", strings.Repeat("x", 9000)+"\x00")
	put(t, ws+"/latin", "a\xff")
	put(t, ws+"/large", strings.Repeat("a", 65))
	put(t, ws+"/dir/x", "")
	l, err := filesys.NewLocal(filesys.Config{Dir: ws, EditMaxBytes: 16 << 10})
	if err != nil {
		t.Fatal(err)
	}
	put(t, ws+"/large", strings.Repeat("a", 16<<10+1))
	other := version(t, l, "nul")
	cannot := func(name, why string) string { return `cannot edit "` + ws + "/" + name + `": ` + why }
	const stale = "file changed since it was read"
	for _, c := range []struct {
		name, path string
		expect     filesys.Version
		code       filesys.Code
		message    string
	}{
		{"missing", "missing", filesys.Version{}, filesys.CodeStaleVersion, cannot("missing", stale)},
		{"stale", "f.txt", other, filesys.CodeStaleVersion, cannot("f.txt", stale)},
		{"directory", "dir", filesys.Version{}, filesys.CodeNotRegularFile,
			cannot("dir", "not a regular file")},
		{"stale before directory", "dir", other, filesys.CodeStaleVersion, cannot("dir", stale)},
		{"large", "large", filesys.Version{}, filesys.CodeTooLarge,
			cannot("large", "16385 bytes exceeds the 16384-byte limit")},
		{"binary", "nul", filesys.Version{}, filesys.CodeNotText, cannot("nul", "binary file")},
		{"not UTF-8", "latin", filesys.Version{}, filesys.CodeNotText,
			cannot("latin", "invalid UTF-8 text")},
		{"twice", "f.txt", filesys.Version{}, filesys.CodeAmbiguousEdit, `old_string matched 2 times in "` +
			ws + `/f.txt"; provide a more specific old_string or set replace_all to true`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := filesys.EditRequest{Expect: c.expect, Change: textedit.Change{Old: "a", New: "b"}}
			_, err := l.Edit(t.Context(), target(t, l, c.path), r)
			wantError(t, err, c.code, c.message)
		})
	}
	_, err = edit(t, l, "f.txt", "A", "b")
	wantError(t, err, filesys.CodeEditNotFound, `old_string was not found in "`+ws+`/f.txt"`)
	wantContent(t, ws+"/f.txt", "a\na\n")
}
