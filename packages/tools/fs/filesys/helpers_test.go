package filesys_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

// workspace is a real path without links in it.
func workspace(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func local(t testing.TB, dir string) *filesys.Local {
	t.Helper()
	l, err := filesys.NewLocal(filesys.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func put(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func symlink(t testing.TB, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

func wantContent(t testing.TB, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%q holds %.60q (%v), want %.60q", path, got, err, want)
	}
}

// wantNames checks the whole listing of a directory.
func wantNames(t testing.TB, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q holds %q, want %q", dir, got, want)
	}
}

func wantError(t testing.TB, err error, code filesys.Code, message string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %s: %s", code, message)
		return
	}
	if got := filesys.CodeOf(err); got != code || err.Error() != message {
		t.Errorf("got %s: %v\nwant %s: %s", got, err, code, message)
	}
}

func target(t testing.TB, s filesys.System, path string) filesys.Target {
	t.Helper()
	to, err := s.Resolve(t.Context(), path, "")
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func write(t testing.TB, s filesys.System, path, content string, e filesys.Expect) (filesys.WriteResult, error) {
	t.Helper()
	r := filesys.WriteRequest{Content: content, Expect: e}
	return s.Write(t.Context(), target(t, s, path), r)
}

func edit(t testing.TB, s filesys.System, path, old, new string) (filesys.EditResult, error) {
	t.Helper()
	r := filesys.EditRequest{Change: textedit.Change{Old: old, New: new}}
	return s.Edit(t.Context(), target(t, s, path), r)
}

func version(t testing.TB, s filesys.System, path string) filesys.Version {
	t.Helper()
	info, err := s.Stat(t.Context(), target(t, s, path))
	if err != nil {
		t.Fatal(err)
	}
	return info.Version
}

// seen is the version with the checksum that a read records.
func seen(t testing.TB, s filesys.System, path string) filesys.Version {
	t.Helper()
	data, info, err := s.ReadBytes(t.Context(), target(t, s, path), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	sum := s.NewSum()
	_, _ = sum.Write(data)
	return sum.Of(info.Version)
}
