//go:build unix && !solaris && !aix

package jsonl

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the exclusive lock of f without waiting and reports whether it got it. Closing f gives
// it back. The lock belongs to this opening of the file: another one in the same process is refused
// like one in another process.
func lock(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, err
		}
	}
}
