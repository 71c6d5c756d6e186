package search

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// checkPath looks at the path argument alone.
func checkPath(path *string) error {
	if path != nil && strings.TrimSpace(*path) == "" {
		return errors.New("path must be a non-empty string when given")
	}
	return nil
}

// tree finds what is to be searched. That it is there, and is something to search, is seen to
// here, so that both engines say the same about it.
func (s *Searcher) tree(tool, dir string, path *string) (Tree, error) {
	t := Tree{Dir: filepath.Clean(dir), MaxBytes: s.maxBytes}
	if path == nil {
		return t, t.check(tool, ".")
	}
	if strings.ContainsRune(*path, 0) {
		return t, &Error{Code: CodeFailed, Message: tool + " search failed: a path cannot hold a NUL character"}
	}
	t.Root = *path
	if !filepath.IsAbs(t.Root) {
		t.Root = filepath.Join(climbing(t.Dir, t.Root), t.Root)
	}
	t.Root = filepath.Clean(t.Root)
	if rel, err := filepath.Rel(t.Dir, t.Root); err == nil && filepath.IsLocal(rel) {
		t.Root = rel
	}
	if t.Root == "." {
		t.Root = ""
	}
	return t, t.check(tool, *path)
}

// climbing is the directory that a path is relative to: its real one when the path climbs out of
// it, so that ".." leads where it leads in a shell.
func climbing(dir, path string) string {
	if slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "..") {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return real
		}
	}
	return dir
}

// check looks at what is to be searched; asked is how it was asked for.
func (t Tree) check(tool, asked string) error {
	info, err := os.Stat(absolute(t))
	switch {
	case err == nil && (info.IsDir() || info.Mode().IsRegular()):
		if tool == "glob" && !info.IsDir() {
			return nil // only its name counts
		}
		var file *os.File
		if file, err = os.Open(absolute(t)); err == nil {
			return file.Close()
		}
	case err == nil:
		return &Error{Code: CodeFailed, Message: fmt.Sprintf(
			"%s search failed: %s: neither a directory nor a regular file", tool, asked)}
	}
	return &Error{Code: CodeFailed, Err: err, Message: fmt.Sprintf(
		"%s search failed: %s: IO error for operation on %s: %s", tool, asked, asked, Reason(err))}
}

// Reason is the bare text of a failure of the operating system, in the form that ripgrep prints.
func Reason(err error) string {
	no, ok := errors.AsType[syscall.Errno](err)
	if !ok {
		return err.Error()
	}
	text := no.Error()
	return fmt.Sprintf("%s%s (os error %d)", strings.ToUpper(text[:1]), text[1:], int(no))
}
