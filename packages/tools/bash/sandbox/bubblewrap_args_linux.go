package sandbox

import (
	"bytes"
	"encoding/binary"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// arguments is the command line of bwrap. The long part of it comes through a descriptor, so
// that no number of paths can exceed what an argument vector may hold. first is the descriptor
// of the report; the options and, when there is one, the filter follow.
func (b *bubblewrap) arguments(c process.Command, first, files int) []string {
	fd := func(n int) string { return strconv.Itoa(first + n) }
	args := []string{"bwrap", "--json-status-fd", fd(0), "--args", fd(1)}
	if files > 1 {
		args = append(args, "--seccomp", fd(2))
	}
	return append(append(args, "--", c.Path), c.Args[1:]...)
}

// files makes the options and the filter, each in a file of memory.
func (b *bubblewrap) files(c process.Command, p Policy, write []string, first int) (
	[]*os.File, error,
) {
	options := strings.Join(bubblewrapOptions(c, p, write), "\x00") + "\x00"
	list := []*os.File{}
	contents := [][]byte{[]byte(options)}
	if filterSupported {
		contents = append(contents, filterBytes(filter(filterOptions{network: p.Network})))
	}
	for _, content := range contents {
		f, err := memoryFile(content)
		if err != nil {
			closeAll(list)
			return nil, &Error{CodeUnavailable, "prepare bubblewrap", err}
		}
		list = append(list, f)
	}
	return list, nil
}

// bubblewrapOptions describe the world of the command: everything read only but the given
// places, devices and processes of its own, no privileges.
func bubblewrapOptions(c process.Command, p Policy, write []string) []string {
	list := []string{"--unshare-user", "--unshare-pid", "--unshare-ipc", "--die-with-parent",
		"--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"}
	if !p.Network {
		list = append(list, "--unshare-net")
	}
	for _, path := range write {
		list = append(list, "--bind", path, path)
	}
	return append(list, "--chdir", c.Dir)
}

// filterBytes is a filter as the kernel lays it out in memory.
func filterBytes(p program) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.NativeEndian, []unix.SockFilter(p)) // memory takes everything
	return b.Bytes()
}

func memoryFile(content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate("dsh", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "memory")
	if _, err := f.Write(content); err != nil {
		_ = f.Close()
		return nil, err
	}
	if _, err := f.Seek(0, 0); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
