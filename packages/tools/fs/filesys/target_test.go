//go:build unix

package filesys_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

func TestResolve(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/real/deep/f.txt", "x")
	symlink(t, ws+"/real/deep", ws+"/link")
	symlink(t, "nowhere", ws+"/dangling")
	l := local(t, ws)
	for _, c := range []struct{ name, path, cwd, display, key string }{
		{"relative", "real/deep/f.txt", "", "real/deep/f.txt", "real/deep/f.txt"},
		{"absolute", ws + "/real/../real/deep", "", "real/deep", "real/deep"},
		{"through a link", "link/f.txt", "", "link/f.txt", "real/deep/f.txt"},
		{"missing below a link", "link/new/g.txt", "", "link/new/g.txt", "real/deep/new/g.txt"},
		{"cwd given", "f.txt", ws + "/link", "link/f.txt", "real/deep/f.txt"},
		{"dots climb the real directory", "../up.txt", ws + "/link", "real/up.txt", "real/up.txt"},
		{"dots in the cwd", "up.txt", ws + "/link/..", "real/up.txt", "real/up.txt"},
		{"relative cwd with dots", "up.txt", "link/..", "real/up.txt", "real/up.txt"},
		{"dangling link", "dangling", "", "dangling", "dangling"},
		{"tilde is a name", "~/x", "", "~/x", "~/x"},
		{"spaces and newlines", "a b/c\nd", "", "a b/c\nd", "a b/c\nd"},
		{"the directory itself", ".", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := l.Resolve(t.Context(), c.path, c.cwd)
			want := filesys.Target{Key: filepath.Join(ws, c.key), Display: filepath.Join(ws, c.display)}
			if err != nil || got != want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, want)
			}
		})
	}
}

func TestResolveFails(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/f.txt", "x")
	symlink(t, "loop-b", ws+"/loop-a")
	symlink(t, "loop-a", ws+"/loop-b")
	l := local(t, ws)
	long := strings.Repeat("n", 300)
	for _, c := range []struct {
		name, path string
		code       filesys.Code
		message    string
	}{
		{"blank", " \t", filesys.CodeNotFound, "file_path must be a non-empty string"},
		{"file as directory", "f.txt/child", filesys.CodeNotFound,
			`cannot resolve "` + ws + `/f.txt/child": a parent path segment is not a directory`},
		{"file as directory, deeper", "f.txt/a/b", filesys.CodeNotFound,
			`cannot resolve "` + ws + `/f.txt/a/b": a parent path segment is not a directory`},
		{"NUL", "a\x00b", filesys.CodeNotFound,
			`cannot resolve "` + ws + "/a\x00b\": a path cannot hold a NUL character"},
		{"link loop", "loop-a/x", filesys.CodeIO,
			`cannot resolve "` + ws + `/loop-a/x": too many levels of symbolic links`},
		{"name too long", long, filesys.CodeIO,
			`cannot resolve "` + ws + "/" + long + `": file name too long`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := l.Resolve(t.Context(), c.path, "")
			wantError(t, err, c.code, c.message)
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := l.Resolve(ctx, "f.txt", "")
	wantError(t, err, filesys.CodeAborted, "resolve aborted")
}

// A directory whose name is not UTF-8 works, and is shown in a form that JSON can carry.
func TestResolveInvalidUTF8(t *testing.T) {
	dir := filepath.Join(workspace(t), "bad\xff\xfename")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	l := local(t, dir)
	r, err := write(t, l, "f.txt", "x\n", filesys.ExpectAbsent())
	if err != nil || r.Operation != filesys.OperationCreate {
		t.Fatalf("got %+v, %v", r, err)
	}
	wantContent(t, dir+"/f.txt", "x\n")
	if got := target(t, l, "f.txt").Display; !strings.HasSuffix(got, "bad\uFFFDname/f.txt") {
		t.Errorf("displayed as %q", got)
	}
}
