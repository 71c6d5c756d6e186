package page

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Set is the files of one generation, by their path below the root, with slashes.
// Create it with [New].
type Set struct {
	root  string
	files map[string]string
}

// New returns an empty set over the files below root.
func New(root string) *Set { return &Set{root: root, files: map[string]string{}} }

// Put makes text the whole content of a file.
func (s *Set) Put(path, text string) { s.files[path] = text }

// Fill replaces one region of a page, which exists on disk or was put before.
func (s *Set) Fill(path, region, content string) error {
	text, ok := s.files[path]
	if !ok {
		read, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(path)))
		if err != nil {
			return fmt.Errorf("page of region %q: %w", region, err)
		}
		text = string(read)
	}
	filled, err := Replace(text, region, content)
	if err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	s.files[path] = filled
	return nil
}

// Paths returns the files of the set, sorted.
func (s *Set) Paths() []string { return slices.Sorted(maps.Keys(s.files)) }

// Write stores every file that differs and returns their paths, sorted.
func (s *Set) Write() (written []string, err error) {
	for _, path := range s.Paths() {
		old, err := s.onDisk(path)
		if err != nil {
			return written, err
		}
		if old == s.files[path] {
			continue
		}
		name := filepath.Join(s.root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return written, err
		}
		if err := os.WriteFile(name, []byte(s.files[path]), 0o666); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}

// Stale is a file that is not what the code says.
type Stale struct {
	Path string
	// Diff is a unified diff from the file to what it should be.
	Diff string
}

// Compare returns the files that differ, sorted by path. A missing file is one
// with nothing in it.
func (s *Set) Compare() ([]Stale, error) {
	var stale []Stale
	for _, path := range s.Paths() {
		old, err := s.onDisk(path)
		if err != nil {
			return nil, err
		}
		if old != s.files[path] {
			stale = append(stale, Stale{path, udiff.Unified(path, path+" (generated)", old, s.files[path])})
		}
	}
	return stale, nil
}

func (s *Set) onDisk(path string) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(path)))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// maxDiff is how many lines of a file's diff an error shows.
const maxDiff = 40

// Error makes one error of stale files, with the command that mends them.
func Error(stale []Stale, command string) error {
	if len(stale) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d generated file(s) are out of date: run `%s` and read the difference\n",
		len(stale), command)
	for _, f := range stale {
		lines := strings.SplitAfter(f.Diff, "\n")
		b.WriteString(strings.Join(lines[:min(len(lines), maxDiff)], ""))
		if len(lines) > maxDiff {
			fmt.Fprintf(&b, "… %d more lines\n", len(lines)-maxDiff)
		}
	}
	return errors.New(strings.TrimRight(b.String(), "\n"))
}
