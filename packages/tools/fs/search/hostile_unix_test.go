//go:build unix

package search_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
)

func TestLinksAndPipes(t *testing.T) {
	dir := tree(t, map[string]string{"a/f.txt": "needle\n", "b/g.txt": "needle\n"})
	for link, to := range map[string]string{"loop": ".", "a/up": "..", "self": "self", "file": "a/f.txt", "to-b": "b"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		a, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		if err != nil || len(a.Matches) != 2 || a.Warnings != nil {
			t.Errorf("%v, %v", a, err)
		}
		g, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "**/*"})
		if err != nil || len(g.Paths) != 2 {
			t.Errorf("%v, %v", g, err)
		}
		a, err = s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle", Path: ptr("to-b")})
		if err != nil || len(a.Matches) != 1 || a.Matches[0].Path != "to-b/g.txt" {
			t.Errorf("%v, %v", a, err)
		}
		for _, path := range []string{"pipe", "/dev/null", "self"} {
			_, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "x", Path: ptr(path)})
			if search.CodeOf(err) != search.CodeFailed {
				t.Errorf("%s: %v", path, err)
			}
		}
	})
}

// program writes a script that stands in for ripgrep.
func program(t *testing.T, script string) *ripgrep.Engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rg")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return &ripgrep.Engine{Path: path, Grace: 100 * time.Millisecond, StderrMaxBytes: 100}
}

const printMatch = `printf '%s\n' '{"type":"match","data":{"path":{"text":"f"},"lines":{"text":"x\n"},"line_number":1}}'` + "\n"

func TestStrangePrograms(t *testing.T) {
	dir := tree(t, map[string]string{"f": "x\n"})
	match := []search.Match{{Path: "f", LineNumber: 1, Line: "x"}}
	for _, c := range []struct {
		name, script string
		matches      []search.Match
		warnings     []string
		code         search.Code
		part         string
	}{
		{"nothing", "exit 1", []search.Match{}, nil, "", ""},
		{"partial", printMatch + "echo 'rg: ./p: Permission denied (os error 13)' >&2; exit 2", match,
			[]string{"p: Permission denied (os error 13)"}, "", ""},
		{"partial, newer", printMatch + "echo 'rg: ./p: IO error for operation on ./p: Permission denied (os error 13)' >&2; exit 2",
			match, []string{"p: Permission denied (os error 13)"}, "", ""},
		{"nothing but a warning", "echo 'p: Permission denied (os error 13)' >&2; exit 2", []search.Match{},
			[]string{"p: Permission denied (os error 13)"}, "", ""},
		{"pattern", "printf 'regex parse error:\n    (\n' >&2; exit 2", nil, nil,
			search.CodeInvalidPattern, "grep pattern rejected by ripgrep rules: regex parse error:"},
		{"other failure", "echo 'out of cheese' >&2; exit 2", nil, nil,
			search.CodeFailed, "grep search failed: (exit 2): out of cheese"},
		{"silent failure", "exit 3", nil, nil, search.CodeFailed, "grep search failed: (exit 3): "},
		{"signal", "kill -9 $$", nil, nil, search.CodeFailed, "ended by a signal"},
		{"garbage", `echo '{"type":"match",'`, nil, nil, search.CodeFailed, "reading ripgrep's output"},
		{"no message", "echo hello", []search.Match{}, nil, "", ""},
		{"much on stderr", "i=0; while [ $i -lt 50 ]; do echo 'some long complaint' >&2; i=$((i+1)); done; exit 2",
			nil, nil, search.CodeFailed, "[stderr truncated]"},
		{"endless output", "while true; do " + printMatch + "done", nil, nil, search.CodeOverflow, ""},
		{"endless line", "yes | tr -d '\\n'", nil, nil, search.CodeOverflow, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			s := search.New(program(t, c.script), 4000)
			a, err := s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "x"})
			if c.code != "" {
				if search.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.part) {
					t.Errorf("got %s %v", search.CodeOf(err), err)
				}
				return
			}
			if diff := cmp.Diff(search.GrepAnswer{Matches: c.matches, Warnings: c.warnings}, a); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
	s := search.New(&ripgrep.Engine{Path: "/no/such/program"}, 0)
	_, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "x"})
	if search.CodeOf(err) != search.CodeFailed || !strings.Contains(err.Error(), "ripgrep launch failed") {
		t.Error(err)
	}
}

// A program that does not care for a polite end is ended all the same, before the call returns.
func TestStubbornProgram(t *testing.T) {
	dir := tree(t, map[string]string{"f": "x\n"})
	started := filepath.Join(dir, "started")
	engine := program(t, "trap '' TERM; : > "+started+"; while true; do sleep 1; done")
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				cancel(cause)
				return
			}
		}
	}()
	_, err := search.New(engine, 0).Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "x"})
	if search.CodeOf(err) != search.CodeAborted || !errors.Is(err, cause) {
		t.Error(err)
	}
}

// What was found on PATH is checked by running it.
func TestFind(t *testing.T) {
	for script, want := range map[string]string{
		"echo 'ripgrep 15.0.0'":         "",
		"echo 'ripgrep 13.0.0 (rev x)'": "",
		"echo 'ripgrep 11.0.2'":         "need 12 or later",
		"echo 'ugrep 7'":                "does not tell a version",
		"exit 127":                      "running",
	} {
		engine := program(t, script+"\n")
		t.Setenv("PATH", filepath.Dir(engine.Path)+":/bin:/usr/bin")
		found, err := ripgrep.Find(t.Context())
		if want == "" {
			if err != nil || found.Path != engine.Path {
				t.Errorf("%s: %v, %v", script, found, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := ripgrep.Find(t.Context()); err == nil {
		t.Error("found a program where there is none")
	}
}
