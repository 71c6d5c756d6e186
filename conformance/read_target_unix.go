//go:build unix

package conformance

import (
	"fmt"
	"syscall"
)

// specialTargets are those that only Unix has.
func specialTargets() []string {
	return []string{"FIFO", "fifo", "named pipe", "FIFO without a writer", "socket", "unix socket"}
}

func laySpecial(target, path string) error {
	switch target {
	case "socket", "unix socket":
		return laySocket(path)
	case "FIFO", "fifo", "named pipe", "FIFO without a writer":
		return syscall.Mkfifo(path, 0o644)
	}
	return fmt.Errorf("unknown target %q", target)
}

// laySocket leaves a socket without a listener.
func laySocket(path string) error {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	return syscall.Bind(fd, &syscall.SockaddrUnix{Name: path})
}
