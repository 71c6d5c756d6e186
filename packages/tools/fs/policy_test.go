//go:build unix

package fs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

func TestPolicyTable(t *testing.T) {
	for _, c := range []struct {
		name  string
		seen  func(t *testing.T, path string, read func())
		write string // code, "" for success
		edit  string
	}{
		{"never seen, missing", func(*testing.T, string, func()) {}, "", "FS_NOT_OBSERVED"},
		{"never seen, there", func(t *testing.T, path string, _ func()) { put(t, path, "a\n") },
			"FS_NOT_OBSERVED", "FS_NOT_OBSERVED"},
		{"seen to be missing", func(_ *testing.T, _ string, read func()) { read() }, "", "FS_NOT_FOUND"},
		{"seen to be missing, then made", func(t *testing.T, path string, read func()) {
			read()
			put(t, path, "a\n")
		}, "FS_NOT_OBSERVED", "FS_NOT_FOUND"},
		{"seen", func(t *testing.T, path string, read func()) {
			put(t, path, "a\n")
			read()
		}, "", ""},
		{"seen and touched", func(t *testing.T, path string, read func()) {
			put(t, path, "a\n")
			read()
			later := time.Now().Add(time.Hour)
			if err := os.Chtimes(path, later, later); err != nil {
				t.Fatal(err)
			}
		}, "", ""},
		{"seen and rewritten the same, as a formatter does", func(t *testing.T, path string, read func()) {
			put(t, path, "a\n")
			read()
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			put(t, path, "a\n")
		}, "", ""},
		{"seen and changed with the old time", func(t *testing.T, path string, read func()) {
			put(t, path, "a\n")
			read()
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			put(t, path, "b\n")
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}, "FS_STALE_VERSION", "FS_STALE_VERSION"},
		{"seen and gone", func(t *testing.T, path string, read func()) {
			put(t, path, "a\n")
			read()
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, "FS_STALE_VERSION", "FS_STALE_VERSION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, want := range map[string]string{"write": c.write, "edit": c.edit} {
				w := complete(t, "")
				path := filepath.Join(w.Dir, "f.txt")
				c.seen(t, path, func() { w.Call("read", args{"file_path": "f.txt"}) })
				a := args{"file_path": "f.txt", "content": "new\n", "old_string": "a", "new_string": "b"}
				r := w.Call(name, a)
				got := ""
				if r.IsError() {
					got = string(r.Failure().Code())
				}
				if got != want {
					t.Errorf("%s: %q, want %q (%s)", name, got, want, r.Content().Text())
				}
			}
		})
	}
}

// What one agent saw, another did not; a call without an agent saw nothing.
func TestPolicyIsPerAgent(t *testing.T) {
	w := complete(t, "")
	put(t, filepath.Join(w.Dir, "f.txt"), "a\n")
	succeeds(t, w.Call("read", args{"file_path": "f.txt"}))
	first := w.Agent
	other, err := w.Root.Keyed("other", nil)
	if err != nil {
		t.Fatal(err)
	}
	change := args{"file_path": filepath.Join(w.Dir, "f.txt"), "old_string": "a", "new_string": "b"}
	for _, agent := range []*tools.Agent{{ID: "agent-2", Key: other.Key(), Dir: w.Dir}, nil} {
		w.Agent = agent
		fails(t, w.Call("edit", change), "FS_NOT_OBSERVED",
			`edit requires reading "`+w.Dir+`/f.txt" first — read the file, then retry`)
	}
	w.Agent = first
	succeeds(t, w.Call("edit", change))
	succeeds(t, w.Call("edit", args{"file_path": "f.txt", "old_string": "b", "new_string": "c"}))
}

// Links and spellings of one file are one file.
func TestPolicyGoesByIdentity(t *testing.T) {
	w := complete(t, "")
	put(t, filepath.Join(w.Dir, "f.txt"), "a\n")
	if err := os.Symlink("f.txt", filepath.Join(w.Dir, "link")); err != nil {
		t.Fatal(err)
	}
	succeeds(t, w.Call("read", args{"file_path": "link"}))
	succeeds(t, w.Call("edit", args{"file_path": "./x/../f.txt", "old_string": "a", "new_string": "b"}))
	succeeds(t, w.Call("write", args{"file_path": "link", "content": "c\n"}))
}

func TestObserversAreContained(t *testing.T) {
	w := complete(t, "")
	bad := []func(context.Context, *fs.Observation) error{
		func(context.Context, *fs.Observation) error { return errors.New("no") },
		func(context.Context, *fs.Observation) error { panic("no") },
	}
	for _, f := range bad {
		if err := w.Files.Events.Observed.On(w.Root, f); err != nil {
			t.Fatal(err)
		}
	}
	var seen []bool
	record := func(_ context.Context, o *fs.Observation) error {
		seen = append(seen, o.Present())
		return nil
	}
	if err := w.Files.Events.Observed.On(w.Root, record, event.Label("record")); err != nil {
		t.Fatal(err)
	}
	w.Call("read", args{"file_path": "f.txt"})
	succeeds(t, w.Call("write", args{"file_path": "f.txt", "content": "a\n"}))
	succeeds(t, w.Call("read", args{"file_path": "f.txt"}))
	w.Call("read", args{"file_path": "f.txt", "offset": 9})
	succeeds(t, w.Call("edit", args{"file_path": "f.txt", "old_string": "a", "new_string": "b"}))
	if len(seen) != 4 || seen[0] || !seen[1] || !seen[2] || !seen[3] {
		t.Errorf("observed %v", seen)
	}
}

// A policy that refuses a write has the last word, and its words.
func TestWriteIntentRefuses(t *testing.T) {
	w := complete(t, "")
	refuse := func(_ context.Context, i *fs.Intent, next event.Next[*fs.Intent, filesys.Expect]) (filesys.Expect, error) {
		if strings.HasSuffix(i.Target.Key, ".lock") {
			return filesys.Expect{}, &filesys.Error{Code: filesys.CodeStaleVersion, Message: "hands off"}
		}
		return next.Do(context.Background())
	}
	if err := w.Files.Events.WriteIntent.On(w.Root, refuse, event.Front()); err != nil {
		t.Fatal(err)
	}
	fails(t, w.Call("write", args{"file_path": "x.lock", "content": ""}), "FS_STALE_VERSION", "hands off")
	succeeds(t, w.Call("write", args{"file_path": "x.txt", "content": ""}))
}

// Nothing that is no regular file makes a call wait.
func TestSpecialFiles(t *testing.T) {
	w := complete(t, "")
	if err := syscall.Mkfifo(filepath.Join(w.Dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"pipe", "/dev/null", "."} {
		for name, a := range map[string]args{
			"read": {"file_path": path}, "read_image": {"file_path": path + ".png"},
			"write": {"file_path": path, "content": "x"},
		} {
			if r := w.Call(name, a); !r.IsError() || r.Failure().Code() == "" {
				t.Errorf("%s %s: %v", name, path, r.Failure())
			}
		}
	}
}

// An agent that is gone is forgotten.
func TestPolicyForgets(t *testing.T) {
	w := complete(t, "")
	put(t, filepath.Join(w.Dir, "f.txt"), "a\n")
	before := liveObjects()
	for range 300 {
		s, err := w.Root.Keyed("agent", nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Agent = &tools.Agent{ID: "x", Key: s.Key(), Dir: w.Dir}
		succeeds(t, w.Call("read", args{"file_path": "f.txt"}))
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.Agent = nil
	if grown := int64(liveObjects()) - int64(before); grown > 300*10 {
		t.Errorf("300 agents left %d objects behind", grown)
	}
}

func liveObjects() uint64 {
	var m runtime.MemStats
	for range 4 { // cleanups run after a collection, and free what the next one collects
		runtime.GC()
		runtime.Gosched()
	}
	runtime.ReadMemStats(&m)
	return m.HeapObjects
}

func TestToolsConcurrentSafe(t *testing.T) {
	w := complete(t, "")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			name := string(rune('a'+i%4)) + ".txt"
			for range 10 {
				w.Call("read", args{"file_path": name})
				w.Call("write", args{"file_path": name, "content": "some text\n"})
				w.Call("edit", args{"file_path": name, "old_string": "some", "new_string": "other"})
			}
		})
	}
	group.Wait()
	entries, err := os.ReadDir(w.Dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("%d files, %v", len(entries), err)
	}
}
