package conformance

import (
	"os"
	"path/filepath"
)

// targets lists what may stand in the place of a file.
func targets() []string {
	return append([]string{
		"no such path", "directory", "symlink to a directory", "dangling symlink", "symlink to no such path",
	}, specialTargets()...)
}

// layTarget makes it.
func layTarget(target, path string) error {
	switch target {
	case "no such path":
		return nil
	case "directory":
		return os.Mkdir(path, 0o755)
	case "symlink to a directory":
		return os.Symlink(filepath.Dir(path), path)
	case "dangling symlink", "symlink to no such path":
		return os.Symlink(path+".missing", path)
	}
	return laySpecial(target, path)
}
