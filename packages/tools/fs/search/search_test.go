package search_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// both runs a test with each engine of this machine.
func both(t *testing.T, maxBytes int64, test func(t *testing.T, s *search.Searcher)) {
	t.Helper()
	for name, engine := range engines(t) {
		t.Run(name, func(t *testing.T) { test(t, search.New(engine, maxBytes)) })
	}
}

func TestGlobOrder(t *testing.T) {
	dir := tree(t, map[string]string{"a/new.go": "", "old.go": "", "b/same.go": "", "a/same.go": "", ".git/x.go": ""})
	age(t, dir, map[string]int64{"a/new.go": 9, "old.go": 1, "b/same.go": 5, "a/same.go": 5})
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		for range 3 {
			a, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "*.go"})
			want := search.GlobAnswer{Root: dir, Paths: []string{"old.go", "a/same.go", "b/same.go", "a/new.go"}}
			if diff := cmp.Diff(want, a); err != nil || diff != "" {
				t.Fatal(err, diff)
			}
		}
	})
}

func TestGrepOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("d%d/f%d.txt", i%7, i)] = "x needle\nno\nneedle\n"
	}
	dir := tree(t, files)
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		first, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		if err != nil || len(first.Matches) != 120 {
			t.Fatal(len(first.Matches), err)
		}
		for i := 1; i < len(first.Matches); i++ {
			a, b := first.Matches[i-1], first.Matches[i]
			if a.Path > b.Path || a.Path == b.Path && a.LineNumber >= b.LineNumber {
				t.Fatalf("%v before %v", a, b)
			}
		}
	})
}

func TestOddNames(t *testing.T) {
	names := []string{"new\nline.txt", "sp ace.txt", "-dash.txt", "quote\"'.txt", "$(x).txt", "tab\t.txt", "日本.txt", "bad\xff.txt"}
	files := map[string]string{}
	var shown []string
	for _, name := range names {
		files[name] = "needle\n"
		shown = append(shown, strings.ToValidUTF8(name, "\uFFFD"))
	}
	dir := tree(t, files)
	lossy := []string{"1 file name(s) are not valid UTF-8 and are shown inexactly"}
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		g, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "*.txt"})
		if err != nil || len(g.Paths) != len(names) {
			t.Fatalf("%q, %v", g.Paths, err)
		}
		if diff := cmp.Diff(lossy, g.Warnings); diff != "" {
			t.Error(diff)
		}
		a, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		if err != nil || len(a.Matches) != len(names) {
			t.Fatalf("%v, %v", a.Matches, err)
		}
		if diff := cmp.Diff(lossy, a.Warnings); diff != "" {
			t.Error(diff)
		}
		for _, name := range shown {
			if !strings.Contains(strings.Join(g.Paths, "|"), name) {
				t.Errorf("%q is not listed", name)
			}
		}
		one, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle", Path: ptr("-dash.txt")})
		if err != nil || len(one.Matches) != 1 {
			t.Errorf("%v, %v", one, err)
		}
	})
}

// The directory itself may have an odd name, and be reached through a link.
func TestOddDirectory(t *testing.T) {
	top := tree(t, map[string]string{"a\nb\xff c/sub/f.txt": "needle\n"})
	dir := filepath.Join(top, "a\nb\xff c")
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		a, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		want := []search.Match{{Path: "sub/f.txt", LineNumber: 1, Line: "needle"}}
		if diff := cmp.Diff(want, a.Matches); err != nil || diff != "" {
			t.Error(err, diff)
		}
		g, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir + "/sub", Pattern: "*", Path: ptr("..")})
		if err != nil || len(g.Paths) != 1 || g.Paths[0] != "f.txt" {
			t.Errorf("%q, %v", g.Paths, err)
		}
	})
}

func TestArguments(t *testing.T) {
	dir := tree(t, map[string]string{"f.txt": "a b\n"})
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		for _, c := range []struct {
			query   search.GrepQuery
			code    search.Code
			message string
		}{
			{search.GrepQuery{}, "", "pattern must be a non-empty string"},
			{search.GrepQuery{Pattern: "a", Path: ptr(" ")}, "", "path must be a non-empty string when given"},
			{search.GrepQuery{Pattern: "a", Include: ptr("")}, "", "include must be a non-empty glob when given"},
			{search.GrepQuery{Pattern: "a", Include: ptr("!*.go")}, "",
				"include must be a positive glob filter; a leading ! is not accepted"},
			{search.GrepQuery{Pattern: "a", Include: ptr("*.go,*.ts")}, "",
				"include must be one glob filter; use {a,b} alternation instead of a comma"},
			{search.GrepQuery{Pattern: "a", Path: ptr("none")}, search.CodeFailed, "grep search failed: none: " +
				"IO error for operation on none: No such file or directory (os error 2)"},
			{search.GrepQuery{Pattern: "a", Path: ptr("a\x00")}, search.CodeFailed,
				"grep search failed: a path cannot hold a NUL character"},
			{search.GrepQuery{Pattern: "a", Include: ptr("[")}, search.CodeInvalidPattern,
				"grep pattern rejected by ripgrep rules: error parsing glob '[': unclosed character class; missing ']'"},
			{search.GrepQuery{Pattern: "(", Path: ptr("f.txt")}, search.CodeInvalidPattern,
				"grep pattern rejected by ripgrep rules: regex parse error:\n    (\n    ^\nerror: unclosed group"},
		} {
			c.query.Dir = dir
			_, err := s.Grep(t.Context(), c.query)
			if err == nil || search.CodeOf(err) != c.code || err.Error() != c.message {
				t.Errorf("%+v:\ngot  %s %v\nwant %s %s", c.query, search.CodeOf(err), err, c.code, c.message)
			}
		}
		for _, pattern := range []string{`a\nb`, "a\nb"} {
			_, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: pattern})
			if search.CodeOf(err) != search.CodeInvalidPattern {
				t.Errorf("%q: %v", pattern, err)
			}
		}
		if a, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: " "}); err != nil || len(a.Matches) != 1 {
			t.Errorf("a blank: %v, %v", a, err)
		}
		_, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: " \t"})
		if err == nil || err.Error() != "pattern must be a non-empty string" {
			t.Error(err)
		}
		_, err = s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "{a"})
		if search.CodeOf(err) != search.CodeInvalidPattern {
			t.Error(err)
		}
		if a, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "*", Path: ptr("f.txt")}); err != nil || len(a.Paths) != 1 {
			t.Errorf("%v, %v", a, err)
		}
	})
}

// A name that begins with a hash is a name.
func TestGlobOfHash(t *testing.T) {
	dir := tree(t, map[string]string{"#a": "", "b": ""})
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		a, err := s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "#*"})
		if diff := cmp.Diff([]string{"#a"}, a.Paths); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

func TestOverflow(t *testing.T) {
	files := map[string]string{"long.txt": strings.Repeat("needle ", 20_000)}
	for i := range 100 {
		files[fmt.Sprintf("f%03d", i)] = "needle\n"
	}
	dir := tree(t, files)
	both(t, 500, func(t *testing.T, s *search.Searcher) {
		_, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		if search.CodeOf(err) != search.CodeOverflow || !errors.Is(err, search.ErrOverflow) {
			t.Errorf("grep: %v", err)
		}
		_, err = s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle", Path: ptr("long.txt")})
		if search.CodeOf(err) != search.CodeOverflow {
			t.Errorf("grep of a long line: %v", err)
		}
		_, err = s.Glob(t.Context(), search.GlobQuery{Dir: dir, Pattern: "*"})
		if search.CodeOf(err) != search.CodeOverflow {
			t.Errorf("glob: %v", err)
		}
	})
}

func TestCancelled(t *testing.T) {
	dir := tree(t, map[string]string{"f": "a\n"})
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		cancel(cause)
		_, err := s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "a"})
		if search.CodeOf(err) != search.CodeAborted || err.Error() != "grep search aborted" || !errors.Is(err, cause) {
			t.Errorf("grep: %v", err)
		}
		_, err = s.Glob(ctx, search.GlobQuery{Dir: dir, Pattern: "a"})
		if search.CodeOf(err) != search.CodeAborted || err.Error() != "glob search aborted" {
			t.Errorf("glob: %v", err)
		}
	})
}
