//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package local

import (
	"os"

	"golang.org/x/sys/unix"
)

// plain switches echo and the translation of output off.
func plain(slave *os.File) error {
	fd := int(slave.Fd())
	t, err := unix.IoctlGetTermios(fd, unix.TIOCGETA)
	if err != nil {
		return err
	}
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL
	return unix.IoctlSetTermios(fd, unix.TIOCSETA, t)
}
