package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// DefaultMaxBytes bounds what a search collects when its configuration does not (§10.1).
const DefaultMaxBytes = 20_000_000

// NotUTF8 stands in the place of a line that is not UTF-8.
const NotUTF8 = "(line is not valid UTF-8)"

// Searcher answers what tools ask. Make one with [New]; it is safe for concurrent use.
type Searcher struct {
	engine   Engine
	maxBytes int64
}

// New makes a searcher that uses an engine and collects up to maxBytes bytes of paths and lines.
func New(engine Engine, maxBytes int64) *Searcher {
	if maxBytes <= 0 {
		maxBytes = DefaultMaxBytes
	}
	return &Searcher{engine: engine, maxBytes: maxBytes}
}

// Engine returns the name of the engine in use.
func (s *Searcher) Engine() string { return s.engine.Name() }

// GlobQuery asks for files.
type GlobQuery struct {
	// Dir is the working directory, absolute.
	Dir string
	// Pattern is the glob.
	Pattern string
	// Path is what to search, relative to Dir or absolute; nil is Dir.
	Path *string
}

// GlobAnswer is all files found, in order.
type GlobAnswer struct {
	// Root is the absolute path of what was searched.
	Root  string
	Paths []string
	// Warnings name what could not be read or shown faithfully.
	Warnings []string
}

// Glob finds files. Malformed arguments are plain errors; other failures are an [*Error].
func (s *Searcher) Glob(ctx context.Context, q GlobQuery) (GlobAnswer, error) {
	if strings.TrimSpace(q.Pattern) == "" {
		return GlobAnswer{}, errors.New("pattern must be a non-empty string")
	}
	if err := checkPath(q.Path); err != nil {
		return GlobAnswer{}, err
	}
	tree, err := s.tree("glob", q.Dir, q.Path)
	if err != nil {
		return GlobAnswer{}, err
	}
	if err := checkGlob(q.Pattern); err != nil {
		return GlobAnswer{}, fail(ctx, "glob", err)
	}
	files, warnings, err := s.engine.List(ctx, tree, literalHash(q.Pattern))
	if err = orCancelled(ctx, err); err != nil {
		return GlobAnswer{}, fail(ctx, "glob", err)
	}
	slices.SortFunc(files, func(a, b Listed) int {
		return cmp.Or(a.Modified.Compare(b.Modified), strings.Compare(a.Path, b.Path))
	})
	answer := GlobAnswer{Root: printable(absolute(tree)), Paths: make([]string, len(files))}
	lossy := 0
	for i, file := range files {
		if answer.Paths[i] = printable(file.Path); answer.Paths[i] != file.Path {
			lossy++
		}
	}
	answer.Warnings = withLossy(warnings, lossy)
	return answer, nil
}

// GrepQuery asks for lines.
type GrepQuery struct {
	// Dir is the working directory, absolute.
	Dir string
	// Pattern is the regular expression; a single blank is one.
	Pattern string
	// Path is what to search, relative to Dir or absolute; nil is Dir.
	Path *string
	// Include is a glob that paths of files must match; nil for all files.
	Include *string
}

// Match is a matching line.
type Match struct {
	Path       string `json:"path"`
	LineNumber int    `json:"lineNumber"`
	// Line has no line ending; see [NotUTF8].
	Line string `json:"line"`
}

// GrepAnswer is all lines found, in order.
type GrepAnswer struct {
	Matches []Match
	// Warnings name what could not be read or shown faithfully.
	Warnings []string
}

// Grep finds lines. Malformed arguments are plain errors; other failures are an [*Error].
func (s *Searcher) Grep(ctx context.Context, q GrepQuery) (GrepAnswer, error) {
	if q.Pattern == "" {
		return GrepAnswer{}, errors.New("pattern must be a non-empty string")
	}
	include, err := grepFilter(q)
	if err != nil {
		return GrepAnswer{}, err
	}
	tree, err := s.tree("grep", q.Dir, q.Path)
	if err != nil {
		return GrepAnswer{}, err
	}
	if err := checkGlob(include); err != nil {
		return GrepAnswer{}, fail(ctx, "grep", err)
	}
	lines, warnings, err := s.engine.Lines(ctx, tree, q.Pattern, include)
	if err = orCancelled(ctx, err); err != nil {
		return GrepAnswer{}, fail(ctx, "grep", err)
	}
	slices.SortStableFunc(lines, func(a, b Found) int { return strings.Compare(a.Path, b.Path) })
	return answerOf(lines, warnings), nil
}

// grepFilter checks the optional arguments and returns the include glob.
func grepFilter(q GrepQuery) (string, error) {
	if err := checkPath(q.Path); err != nil || q.Include == nil {
		return "", err
	}
	return literalHash(*q.Include), checkInclude(*q.Include)
}

func answerOf(lines []Found, warnings []string) GrepAnswer {
	answer := GrepAnswer{Matches: make([]Match, len(lines))}
	lossy, last := 0, ""
	for i, line := range lines {
		m := Match{Path: printable(line.Path), LineNumber: line.Number, Line: line.Text}
		if m.Path != line.Path && line.Path != last {
			lossy++
		}
		last = line.Path
		if !utf8.ValidString(m.Line) {
			m.Line = NotUTF8
		}
		answer.Matches[i] = m
	}
	answer.Warnings = withLossy(warnings, lossy)
	return answer
}

func orCancelled(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// withLossy adds a warning about names that are not UTF-8.
func withLossy(warnings []string, n int) []string {
	if n == 0 {
		return warnings
	}
	return append(warnings, fmt.Sprintf("%d file name(s) are not valid UTF-8 and are shown inexactly", n))
}

// printable makes a path fit for JSON, one U+FFFD for each byte that is not UTF-8.
func printable(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	return string([]rune(path))
}

func checkInclude(include string) error {
	switch {
	case strings.TrimSpace(include) == "":
		return errors.New("include must be a non-empty glob when given")
	case strings.HasPrefix(include, "!"):
		return errors.New("include must be a positive glob filter; a leading ! is not accepted")
	case pathglob.HasBareComma(include):
		return errors.New("include must be one glob filter; use {a,b} alternation instead of a comma")
	}
	return nil
}

func checkGlob(glob string) error {
	if _, err := pathglob.Parse(glob); err != nil {
		return &PatternError{Reason: err.Error()}
	}
	return nil
}

// literalHash keeps a glob from being taken for a comment.
func literalHash(glob string) string {
	if strings.HasPrefix(glob, "#") {
		return `\` + glob
	}
	return glob
}

// absolute is the path of what is searched.
func absolute(t Tree) string {
	if filepath.IsAbs(t.Root) {
		return t.Root
	}
	return filepath.Join(t.Dir, t.Root)
}
