//go:build unix

package fs_test

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
)

type writeCase struct {
	ID     string      `json:"id"`
	Reason string      `json:"reason"`
	Setup  []writeStep `json:"setup"`
	Policy struct {
		Observation bool `json:"observation_policy"`
	} `json:"policy"`
	Config struct {
		DiffBasisMaxBytes int64 `json:"diffBasisMaxBytes"`
	} `json:"config"`
	Cancelled   bool           `json:"cancelled"`
	Args        map[string]any `json:"args"`
	Recommended struct {
		Mode string `json:"mode"`
	} `json:"recommended"`
	RecommendedReason string `json:"recommended_reason"`
	Expect            struct {
		Value     jsonvalue.Value      `json:"value"`
		Rendered  string               `json:"rendered"`
		DiffCount *int                 `json:"diff_count"`
		Error     *wantFailure         `json:"error"`
		Files     map[string]*fileWant `json:"files"`
		Listing   []string             `json:"listing"`
	} `json:"expect"`
}

type writeStep struct {
	Op      string  `json:"op"`
	Path    string  `json:"path"`
	To      string  `json:"to"`
	Content *string `json:"content"`
	Base64  string  `json:"content_b64"`
	Mode    string  `json:"mode"`
	Offset  int     `json:"offset"`
	Limit   int     `json:"limit"`
}

type fileWant struct {
	Content *string `json:"content"`
	Mode    string  `json:"mode"`
	LinkTo  string  `json:"symlink_to"`
}

func TestWriteVectors(t *testing.T) {
	old := syscall.Umask(0o022)
	defer syscall.Umask(old)
	for _, c := range suite[writeCase](t, "fs-write.json") {
		t.Run(c.ID, func(t *testing.T) {
			w := withRead(withTools(t, c.Policy.Observation), "")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			backend := &testBackend{dir: w.Dir, config: filesys.Config{DiffBasisMaxBytes: c.Config.DiffBasisMaxBytes}}
			if _, err := w.Files.Backends.Provide(w.Root, backend); err != nil {
				t.Fatal(err)
			}
			for _, step := range c.Setup {
				step.run(t, w)
			}
			if c.Cancelled {
				backend.onResolve = cancel
			}
			r := w.CallContext(ctx, "write", c.Args)
			fill := func(s string) string { return strings.ReplaceAll(s, "{WORKSPACE}", w.Dir) }
			c.check(t, r, fill)
			c.checkFiles(t, w.Dir)
		})
	}
}

func (c writeCase) check(t *testing.T, r *tools.Result, fill func(string) string) {
	t.Helper()
	if c.Expect.Error != nil {
		c.Expect.Error.check(t, r, fill)
		return
	}
	wantSuccess(t, r)
	wantValue(t, r.Value(), c.Expect.Value, fill)
	wantText(t, "rendered", r.Content().Text(), fill(c.Expect.Rendered))
	if got := len(fs.DiffsIn(r.Meta())); c.Expect.DiffCount != nil && got != *c.Expect.DiffCount {
		t.Errorf("%d diffs, want %d", got, *c.Expect.DiffCount)
	}
}

func (c writeCase) checkFiles(t *testing.T, dir string) {
	t.Helper()
	for name, want := range c.Expect.Files {
		path := filepath.Join(dir, name)
		if want != nil && c.Recommended.Mode != "" && want.Mode != "" {
			want.Mode = c.Recommended.Mode
		}
		want.check(t, path)
	}
	if c.Expect.Listing == nil {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff(c.Expect.Listing, names); diff != "" {
		t.Error(diff)
	}
}

func (want *fileWant) check(t *testing.T, path string) {
	t.Helper()
	info, err := os.Lstat(path)
	if want == nil {
		if err == nil {
			t.Errorf("%s exists", path)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if want.LinkTo != "" {
		if to, _ := os.Readlink(path); to != want.LinkTo {
			t.Errorf("%s leads to %q, want %q", path, to, want.LinkTo)
		}
		return
	}
	if got, _ := os.ReadFile(path); want.Content != nil && string(got) != *want.Content {
		t.Errorf("%s holds %q, want %q", path, got, *want.Content)
	}
	if got := "0" + strconv.FormatInt(int64(info.Mode().Perm()), 8); want.Mode != "" && got != want.Mode {
		t.Errorf("%s has mode %s, want %s", path, got, want.Mode)
	}
}

func (s writeStep) run(t *testing.T, w *fstest.World) {
	t.Helper()
	path := filepath.Join(w.Dir, s.Path)
	var err error
	switch s.Op {
	case "file":
		err = s.put(path)
	case "read":
		args := map[string]any{"file_path": s.Path}
		if s.Offset != 0 {
			args["offset"] = s.Offset
		}
		if s.Limit != 0 {
			args["limit"] = s.Limit
		}
		w.Call("read", args)
	case "write":
		wantSuccess(t, w.Call("write", map[string]any{"file_path": s.Path, "content": *s.Content}))
	case "delete":
		err = os.Remove(path)
	case "mkdir":
		err = os.MkdirAll(path, 0o755)
	case "fifo":
		err = syscall.Mkfifo(path, 0o644)
	case "symlink":
		err = os.Symlink(s.To, path)
	case "hardlink":
		err = os.Link(filepath.Join(w.Dir, s.To), path)
	default:
		t.Fatalf("no operation %q", s.Op)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (s writeStep) put(path string) error {
	data, err := base64.StdEncoding.DecodeString(s.Base64)
	if err != nil {
		return err
	}
	if s.Content != nil {
		data = []byte(*s.Content)
	}
	mode := uint64(0o644)
	if s.Mode != "" {
		if mode, err = strconv.ParseUint(s.Mode, 8, 32); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	return os.Chmod(path, os.FileMode(mode))
}

// testBackend is a local one that can be interfered with.
type testBackend struct {
	dir       string
	config    filesys.Config
	onResolve func()
}

func (b *testBackend) Confines() (filesys.Mode, bool) { return "", false }

func (b *testBackend) System(dir string) (filesys.System, error) {
	b.config.Dir = dir
	l, err := filesys.NewLocal(b.config)
	return &testSystem{Local: l, onResolve: b.onResolve}, err
}

type testSystem struct {
	*filesys.Local
	onResolve func()
}

func (s *testSystem) Resolve(ctx context.Context, path, cwd string) (filesys.Target, error) {
	if s.onResolve != nil {
		s.onResolve()
	}
	return s.Local.Resolve(ctx, path, cwd)
}
