package filesys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Target is a resolved path. It is a comparable value; the zero Target names nothing.
type Target struct {
	// Key is the real path, byte for byte: the identity of the file. For a path that does not exist
	// it is the real path of the nearest existing ancestor and the missing rest.
	Key string
	// Display is the absolute lexical path for messages and results, always valid UTF-8.
	Display string
}

// Resolve turns path into a target (§8.8). A relative path is joined to cwd; an empty cwd means
// the backend's own directory. When path or cwd has a ".." segment, cwd is made real first, so
// that ".." climbs the directory a shell would climb. A tilde is an ordinary character. Nothing
// says that the target exists, or that it lies anywhere in particular.
func (l *Local) Resolve(ctx context.Context, path, cwd string) (Target, error) {
	if ctx.Err() != nil {
		return Target{}, Aborted(VerbResolve, context.Cause(ctx))
	}
	if strings.TrimSpace(path) == "" {
		return Target{}, &Error{Code: CodeNotFound, Message: "file_path must be a non-empty string"}
	}
	lexical, err := l.absolute(path, cwd)
	if err != nil {
		return Target{}, Translate(VerbResolve, Printable(path), err)
	}
	t := Target{Display: Printable(lexical)}
	if strings.ContainsRune(lexical, 0) {
		return t, Fail(CodeNotFound, VerbResolve, t.Display, "a path cannot hold a NUL character")
	}
	t.Key, err = canonical(lexical)
	return t, Translate(VerbResolve, t.Display, err)
}

func (l *Local) absolute(path, cwd string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	if !filepath.IsAbs(cwd) {
		// Not Join: it would resolve ".." by text before the links on the way were seen.
		cwd = l.dir + string(filepath.Separator) + cwd
	}
	if climbs(path) || climbs(cwd) {
		real, err := filepath.EvalSymlinks(cwd)
		if err != nil {
			return "", err
		}
		cwd = real
	}
	return filepath.Join(cwd, path), nil
}

func climbs(path string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "..")
}

// canonical is the real path of lexical, or of its nearest existing ancestor with the rest added.
func canonical(lexical string) (string, error) {
	rest := ""
	for at := lexical; ; {
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			if rest != "" && !isDir(real) {
				return "", &fs.PathError{Op: "resolve", Path: lexical, Err: errNotDirectory}
			}
			return filepath.Join(real, rest), nil
		}
		parent := filepath.Dir(at)
		if !errors.Is(err, fs.ErrNotExist) || parent == at {
			return "", loop(err)
		}
		rest = filepath.Join(filepath.Base(at), rest)
		at = parent
	}
}

// loop gives the library's own error about links that never end the number it has elsewhere.
func loop(err error) error {
	if strings.HasSuffix(err.Error(), "too many links") {
		return syscall.ELOOP
	}
	return err
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Printable makes a path fit for messages and JSON: bytes that are not UTF-8 become U+FFFD.
func Printable(path string) string { return strings.ToValidUTF8(path, "\uFFFD") }
