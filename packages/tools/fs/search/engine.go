package search

import (
	"context"
	"path/filepath"
	"strings"
	"time"
)

// Tree is where an engine searches.
type Tree struct {
	// Dir is the working directory, absolute. Globs are anchored to it.
	Dir string
	// Root is what to search: a path below Dir, with neither "." nor ".." in it, an absolute path
	// elsewhere, or "" for Dir itself. It exists and is a directory, a regular file, or a link to
	// either.
	Root string
	// MaxBytes bounds what is collected: the bytes of all paths and lines. More is [ErrOverflow].
	MaxBytes int64
}

// Shown returns how answers show a path that is relative to t.Dir or absolute.
func (t Tree) Shown(path string) string {
	separator := string(filepath.Separator)
	path = strings.TrimPrefix(path, "."+separator)
	return strings.TrimPrefix(path, strings.TrimSuffix(t.Dir, separator)+separator)
}

// Listed is a file that an engine found.
type Listed struct {
	// Path is the file's path, byte for byte: relative to [Tree.Dir] below it, else absolute.
	Path     string
	Modified time.Time
}

// Found is a matching line.
type Found struct {
	// Path is the file's path, byte for byte: relative to [Tree.Dir] below it, else absolute.
	Path string
	// Number counts from 1.
	Number int
	// Text has neither line ending nor a CR before it; it may be any bytes.
	Text string
}

// Engine searches. The rules are those of the package; the order of the answer is free, except
// that lines of one file come in order. Warnings name what could not be read, one each. When ctx is
// done an engine stops all its work and returns some error. Engines are safe for concurrent use.
type Engine interface {
	// Name says which engine it is, for people.
	Name() string
	// List finds the files whose paths match a glob.
	List(ctx context.Context, t Tree, glob string) (files []Listed, warnings []string, err error)
	// Lines finds the lines that match a pattern, in files whose paths match include, if that is
	// not "".
	Lines(ctx context.Context, t Tree, pattern, include string) (lines []Found, warnings []string, err error)
}
