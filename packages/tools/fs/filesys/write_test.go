//go:build unix

package filesys_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

func TestWriteCreates(t *testing.T) {
	ws := workspace(t)
	l := local(t, ws)
	r, err := write(t, l, "a/b/c.txt", "x\r\ny\n", filesys.ExpectAbsent())
	if err != nil {
		t.Fatal(err)
	}
	if r.Operation != filesys.OperationCreate || r.HasBefore || r.After != "x\ny\n" {
		t.Errorf("got %+v", r)
	}
	wantContent(t, ws+"/a/b/c.txt", "x\r\ny\n")
	wantNames(t, ws+"/a/b", "c.txt")
	if !r.Version.Same(seen(t, l, "a/b/c.txt")) {
		t.Error("the version is not that of the file")
	}
}

func TestWriteKeepsModeAndLinks(t *testing.T) {
	ws := workspace(t)
	l := local(t, ws)
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o755, 0o400, 0o660} {
		path := filepath.Join(ws, fmt.Sprintf("f%o", mode))
		put(t, path, "old\n")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := write(t, l, path, "new\n", filesys.ExpectAnything()); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(path); info.Mode() != mode {
			t.Errorf("mode %o became %o", mode, info.Mode())
		}
	}
	put(t, ws+"/real.txt", "old\n")
	symlink(t, "real.txt", ws+"/link.txt")
	if err := os.Link(ws+"/real.txt", ws+"/hard.txt"); err != nil {
		t.Fatal(err)
	}
	r, err := write(t, l, "link.txt", "new\n", filesys.ExpectAnything())
	if err != nil || r.Operation != filesys.OperationUpdate || r.Before != "old\n" {
		t.Errorf("got %+v, %v", r, err)
	}
	if to, _ := os.Readlink(ws + "/link.txt"); to != "real.txt" {
		t.Errorf("the link became %q", to)
	}
	wantContent(t, ws+"/real.txt", "new\n")
	wantContent(t, ws+"/hard.txt", "old\n")
}

func TestWriteRefuses(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/f.txt", "old\n")
	put(t, ws+"/dir/x", "")
	symlink(t, "nowhere.txt", ws+"/dangling.txt")
	if err := syscall.Mkfifo(ws+"/pipe", 0o644); err != nil {
		t.Fatal(err)
	}
	l := local(t, ws)
	before := version(t, l, "f.txt")
	put(t, ws+"/f.txt", "changed\n")
	message := func(verb, name, why string) string {
		return fmt.Sprintf("cannot %s \"%s/%s\": %s", verb, ws, name, why)
	}
	const irregular = "not a regular file"
	for _, c := range []struct {
		name, path string
		expect     filesys.Expect
		code       filesys.Code
		message    string
	}{
		{"existing", "f.txt", filesys.ExpectAbsent(), filesys.CodeNotObserved,
			fmt.Sprintf("cannot overwrite existing \"%s/f.txt\" without reading it first", ws)},
		{"changed", "f.txt", filesys.ExpectVersion(before), filesys.CodeStaleVersion,
			message("write", "f.txt", "file changed since it was read")},
		{"zero version", "f.txt", filesys.ExpectVersion(filesys.Version{}), filesys.CodeStaleVersion,
			message("write", "f.txt", "file changed since it was read")},
		{"gone", "gone.txt", filesys.ExpectVersion(before), filesys.CodeStaleVersion,
			message("write", "gone.txt", "file no longer exists")},
		{"directory", "dir", filesys.ExpectAnything(), filesys.CodeNotRegularFile,
			message("write", "dir", irregular)},
		{"top of the tree", "/", filesys.ExpectAnything(), filesys.CodeNotRegularFile,
			"cannot write \"/\": " + irregular},
		{"pipe", "pipe", filesys.ExpectAnything(), filesys.CodeNotRegularFile,
			message("write", "pipe", irregular)},
		{"dangling link", "dangling.txt", filesys.ExpectAbsent(), filesys.CodeNotRegularFile,
			message("write", "dangling.txt", irregular)},
		{"below a dangling link", "dangling.txt/x", filesys.ExpectAbsent(), filesys.CodeIO, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := write(t, l, c.path, "new\n", c.expect)
			if c.message == "" {
				if filesys.CodeOf(err) == "" {
					t.Errorf("got %v, want some code", err)
				}
				return
			}
			wantError(t, err, c.code, c.message)
		})
	}
	wantContent(t, ws+"/f.txt", "changed\n")
	wantNames(t, ws, "dangling.txt", "dir", "f.txt", "pipe")
}

func TestWriteWithoutBasis(t *testing.T) {
	ws := workspace(t)
	l, err := filesys.NewLocal(filesys.Config{Dir: ws, DiffBasisMaxBytes: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, old, new, before string
		has                    bool
	}{
		{"text", "a\r\nb", "x", "a\nb", true},
		{"byte order mark", "\uFEFFa", "x", "a", true},
		{"empty", "", "x", "", true},
		{"below the limit", "1234567", "7654321", "1234567", true},
		{"old at the limit", "12345678", "x", "", false},
		{"new at the limit", "x", "12345678", "", false},
		{"NUL", "a\x00b", "x", "", false},
		{"not UTF-8", "a\xff", "x", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, ws+"/f", c.old)
			r, err := write(t, l, "f", c.new, filesys.ExpectAnything())
			if err != nil || r.HasBefore != c.has || r.Before != c.before {
				t.Errorf("got %+v, %v", r, err)
			}
			wantContent(t, ws+"/f", c.new)
		})
	}
}

// Identity is content, not time: a touch is no change, and a change that restores size and
// modification time is one.
func TestVersions(t *testing.T) {
	ws := workspace(t)
	path := ws + "/f.txt"
	l := local(t, ws)
	put(t, path, "one\n")
	first := seen(t, l, "f.txt")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, info.ModTime().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := write(t, l, "f.txt", "one\n", filesys.ExpectVersion(first)); err != nil {
		t.Errorf("touched file: %v", err)
	}
	again := seen(t, l, "f.txt")
	if !again.Same(first) || again.String() == first.String() {
		t.Errorf("versions %q and %q of one content", first, again)
	}
	put(t, path, "two\n")
	if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	_, err = write(t, l, "f.txt", "three\n", filesys.ExpectVersion(again))
	wantError(t, err, filesys.CodeStaleVersion,
		`cannot write "`+path+`": file changed since it was read`)
	if (filesys.Version{}).Same(filesys.Version{}) {
		t.Error("the zero version is the same as something")
	}
}

func TestWriteCancelled(t *testing.T) {
	ws := workspace(t)
	put(t, ws+"/f.txt", "old\n")
	l := local(t, ws)
	to := target(t, l, "f.txt")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := filesys.WriteRequest{Content: "new\n", Expect: filesys.ExpectAnything()}
	_, err := l.Write(ctx, to, r)
	wantError(t, err, filesys.CodeAborted, "write aborted")
	_, err = l.Edit(ctx, to, filesys.EditRequest{})
	wantError(t, err, filesys.CodeAborted, "edit aborted")
	wantContent(t, ws+"/f.txt", "old\n")
	wantNames(t, ws, "f.txt")
}

// Whenever a write is cancelled, the file is wholly old or wholly new and nothing lies beside it.
func TestWriteCancelledInBetween(t *testing.T) {
	ws := workspace(t)
	l := local(t, ws)
	old, long := "old\n", strings.Repeat("new content\n", 1<<18)
	for step := range 12 {
		put(t, ws+"/f.txt", old)
		ctx := &countdown{Context: t.Context(), left: step}
		r := filesys.WriteRequest{Content: long, Expect: filesys.ExpectAnything()}
		_, err := l.Write(ctx, target(t, l, "f.txt"), r)
		if err != nil {
			wantError(t, err, filesys.CodeAborted, "write aborted")
			wantContent(t, ws+"/f.txt", old)
		} else {
			wantContent(t, ws+"/f.txt", long)
		}
		wantNames(t, ws, "f.txt")
	}
}

// countdown is a context that is done after it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestWriteConcurrentSafe(t *testing.T) {
	ws := workspace(t)
	l := local(t, ws)
	put(t, ws+"/f.txt", "0\n")
	start := seen(t, l, "f.txt")
	var wins, created sync.Map
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			text := fmt.Sprintf("%d\n", i+1)
			if _, err := write(t, l, "f.txt", text, filesys.ExpectVersion(start)); err == nil {
				wins.Store(text, true)
			} else if filesys.CodeOf(err) != filesys.CodeStaleVersion {
				t.Error(err)
			}
			if _, err := write(t, l, "sub/new.txt", text, filesys.ExpectAbsent()); err == nil {
				created.Store(text, true)
			} else if filesys.CodeOf(err) != filesys.CodeNotObserved {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for path, winners := range map[string]*sync.Map{"/f.txt": &wins, "/sub/new.txt": &created} {
		n := 0
		winners.Range(func(text, _ any) bool {
			n++
			wantContent(t, ws+path, text.(string))
			return true
		})
		if n != 1 {
			t.Errorf("%s: %d writers succeeded, want 1", path, n)
		}
	}
	wantNames(t, ws, "f.txt", "sub")
	wantNames(t, ws+"/sub", "new.txt")
}
