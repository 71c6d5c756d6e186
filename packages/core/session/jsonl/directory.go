package jsonl

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/dsh-go/dsh/packages/core/session"
)

// Directory keeps many logs below one root: a directory for each project, in it one for each
// session, in it the file session.jsonl (§19). It is safe for concurrent use.
type Directory struct {
	// Root is the directory. It is made when the first log is.
	Root string
}

const (
	logName     = "session.jsonl"
	noProject   = "_no-cwd"
	longestName = 120 // of a directory, well below what file systems take
	hashDigits  = 12
)

// Path returns where the log of session id in the project at cwd belongs. An empty cwd stands for
// no project. Different sessions never share a path.
func (d Directory) Path(cwd, id string) string {
	return filepath.Join(d.Root, project(cwd), segment(id), logName)
}

// Create makes and opens the log of header.ID in the project at cwd.
func (d Directory) Create(cwd string, header session.Header, seed []session.Event) (*Store, error) {
	return Create(d.Path(cwd, header.ID), header, seed)
}

// Open opens the log of session id, whatever its project. A header with another id, and two logs of
// one session, are refused with session.CodeIdentity.
func (d Directory) Open(id string) (*Store, error) {
	found, err := filepath.Glob(filepath.Join(escapeGlob(d.Root), "*", escapeGlob(segment(id)), logName))
	switch {
	case err != nil:
		return nil, session.At(d.Root, err)
	case len(found) == 0:
		return nil, session.At(d.Root, notFound(fmt.Sprintf("there is no log of session %q", id), nil))
	case len(found) > 1:
		return nil, session.At(d.Root, &session.Error{Code: session.CodeIdentity, Message: fmt.Sprintf(
			"session %q has %d logs; move all but one away: %s",
			id, len(found), strings.Join(found, ", "))})
	}
	return Open(found[0], id)
}

// Entry is one log of a directory.
type Entry struct {
	Header  session.Header
	Path    string
	Written time.Time // when the file was last changed
}

// List returns the logs below the root, the last written first. Files that are no logs of this
// format are left out and reported in the error beside the entries; a missing root has no logs.
func (d Directory) List() ([]Entry, error) {
	paths, err := filepath.Glob(filepath.Join(escapeGlob(d.Root), "*", "*", logName))
	if err != nil {
		return nil, session.At(d.Root, err)
	}
	var entries []Entry
	var failures []error
	for _, path := range paths {
		entry, err := readEntry(path)
		if err != nil {
			failures = append(failures, session.At(path, err))
			continue
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(b.Written.Compare(a.Written), strings.Compare(a.Path, b.Path))
	})
	return entries, errors.Join(failures...)
}

func readEntry(path string) (Entry, error) {
	file, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return Entry{}, err
	}
	defer file.Close() // it was only read
	info, err := file.Stat()
	if err != nil {
		return Entry{}, err
	}
	found, err := scanHeader(file)
	if err == nil && found.torn {
		err = tornHeader()
	}
	return Entry{Header: found.header, Path: path, Written: info.ModTime()}, err
}

// project names the directory of a project: its base name for people, a digest for uniqueness.
func project(cwd string) string {
	if cwd == "" {
		return noProject
	}
	clean := filepath.Clean(cwd)
	return segment(filepath.Base(clean)) + "-" + digest(clean)
}

// segment turns any string into a file name of its own: what is not a letter, digit, dot,
// underscore or dash of ASCII becomes a tilde and four hexadecimal digits of UTF-16. On file
// systems that do not tell cases apart two ids may meet; the id in the header then refuses the
// second.
func segment(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		if isPlain(unit) {
			b.WriteByte(byte(unit))
		} else {
			fmt.Fprintf(&b, "~%04X", unit)
		}
	}
	name := b.String()
	switch {
	case name == "":
		return "~"
	case strings.Trim(name, ".") == "":
		return strings.ReplaceAll(name, ".", "~002E")
	case len(name) > longestName:
		return name[:longestName-hashDigits-1] + "~" + digest(s)
	}
	return name
}

func isPlain(u uint16) bool {
	return u >= 'a' && u <= 'z' || u >= 'A' && u <= 'Z' || u >= '0' && u <= '9' ||
		u == '.' || u == '_' || u == '-'
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])[:hashDigits]
}

// escapeGlob makes a path match only itself.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' { // there is no escaping on Windows, nor are there such names
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
