//go:build unix && !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package local

import (
	"errors"
	"os"
)

// plain knows no way on this platform.
func plain(*os.File) error { return errors.ErrUnsupported }
