package filesys

import (
	"errors"
	"io/fs"
	"syscall"
)

// errNotDirectory is the failure of a path that goes through something that is no directory.
const errNotDirectory = syscall.ENOTDIR

func isNotDirectory(err error) bool { return errors.Is(err, errNotDirectory) }

// cannotLink tells a file system that has no hard links from one where the name is taken.
func cannotLink(err error) bool {
	return !errors.Is(err, fs.ErrExist) && (errors.Is(err, errors.ErrUnsupported) ||
		errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EMLINK) ||
		errors.Is(err, syscall.EXDEV))
}
