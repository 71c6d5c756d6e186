package permission

import (
	"os"
	"path/filepath"
	"strings"
)

// within reports whether a path is or lies in one of the directories. It is
// looked at as written and with links followed: strictly, both must be inside the
// same directory, else one suffices.
func within(dirs []string, path, workspace string, strict bool) bool {
	written := absolute(path, workspace)
	real := follow(written)
	for _, d := range dirs {
		dir := absolute(d, workspace)
		asWritten := isBelow(written, dir)
		followed := isBelow(real, follow(dir))
		if strict && asWritten && followed || !strict && (asWritten || followed) {
			return true
		}
	}
	return false
}

// absolute cleans a path, which also takes away trailing slashes.
func absolute(path, workspace string) string {
	if !filepath.IsAbs(path) && workspace != "" {
		path = filepath.Join(workspace, path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

// follow resolves links in the part of the path that exists.
func follow(path string) string {
	rest := ""
	for at := path; ; {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		parent := filepath.Dir(at)
		if parent == at {
			return path
		}
		at, rest = parent, filepath.Join(filepath.Base(at), rest)
	}
}

func isBelow(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(os.PathSeparator))
}
