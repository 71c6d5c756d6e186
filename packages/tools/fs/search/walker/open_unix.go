//go:build unix

package walker

import (
	"io"
	"os"
	"syscall"
)

// descriptor is an open file without what [os.File] has for pipes and sockets; opening tens of
// thousands of small files is mostly that.
type descriptor int

// open opens a regular file. A pipe that took its place does not make it wait.
func open(path string) (descriptor, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return -1, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return descriptor(fd), nil
	}
}

// Read reads the next bytes.
func (d descriptor) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(int(d), p)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// Close closes the file.
func (d descriptor) Close() error { return syscall.Close(int(d)) }
