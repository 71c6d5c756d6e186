//go:build unix

package filesys_test

import (
	"io"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

func TestOpen(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/dir/f.txt", "text")
	symlink(t, "dir/f.txt", ws+"/link")
	if err := syscall.Mkfifo(ws+"/pipe", 0o644); err != nil {
		t.Fatal(err)
	}
	l := local(t, ws)
	f, err := l.Open(t.Context(), target(t, l, "link"), filesys.VerbRead)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := io.ReadAll(f); string(got) != "text" || err != nil || f.Info.Size != 4 {
		t.Errorf("got %q, %v, %+v", got, err, f.Info)
	}
	for path, why := range map[string]struct {
		code filesys.Code
		text string
	}{
		"dir":       {filesys.CodeNotRegularFile, "not a regular file"},
		"pipe":      {filesys.CodeNotRegularFile, "not a regular file"},
		"/dev/null": {filesys.CodeNotRegularFile, "not a regular file"},
		"missing":   {filesys.CodeNotFound, "not found"},
	} {
		to := target(t, l, path)
		_, err := l.Open(t.Context(), to, filesys.VerbRead)
		wantError(t, err, why.code, `cannot read "`+to.Display+`": `+why.text)
	}
}

func TestReadBytes(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/f", "12345")
	l := local(t, ws)
	if got, info, err := l.ReadBytes(t.Context(), target(t, l, "f"), 5); string(got) != "12345" ||
		err != nil || info.Size != 5 {
		t.Errorf("got %q, %+v, %v", got, info, err)
	}
	_, _, err := l.ReadBytes(t.Context(), target(t, l, "f"), 4)
	wantError(t, err, filesys.CodeTooLarge,
		`cannot read "`+ws+`/f": 5 bytes exceeds the 4-byte limit`)
}

func TestList(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/b", "")
	put(t, ws+"/a/x", "")
	put(t, ws+"/B\n", "")
	symlink(t, "a", ws+"/to-dir")
	symlink(t, "nowhere", ws+"/to-nothing")
	l := local(t, ws)
	got, err := l.List(t.Context(), target(t, l, "."))
	want := []filesys.Entry{
		{Name: "B\n", Kind: filesys.KindFile}, {Name: "a", Kind: filesys.KindDirectory},
		{Name: "b", Kind: filesys.KindFile}, {Name: "to-dir", Kind: filesys.KindDirectory},
		{Name: "to-nothing", Kind: filesys.KindOther},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	_, err = l.List(t.Context(), target(t, l, "b"))
	wantError(t, err, filesys.CodeNotDirectory, `cannot list "`+ws+`/b": not a directory`)
	_, err = l.List(t.Context(), target(t, l, "c"))
	wantError(t, err, filesys.CodeNotFound, `cannot list "`+ws+`/c": not found`)
}
