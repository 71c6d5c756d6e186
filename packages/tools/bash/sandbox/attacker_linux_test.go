package sandbox_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attack runs in place of the tests, inside a sandbox: it tries what it is told, one attack a
// line, and prints a line for each, "open" when the attack succeeded.
func attack(what string) int {
	for line := range strings.SplitSeq(what, "\n") {
		name, target, _ := strings.Cut(line, "=")
		f, ok := attacks()[name]
		if !ok {
			return 1
		}
		err := f(target)
		if err == nil {
			fmt.Println("open")
		} else {
			fmt.Println("closed:", strings.ReplaceAll(err.Error(), "\n", " "))
		}
	}
	return 0
}

// attacks try one thing each; nil means that it could be done.
func attacks() map[string]func(target string) error {
	return map[string]func(string) error{
		"tcp4":           func(to string) error { return dial("tcp4", to) },
		"tcp6":           func(to string) error { return dial("tcp6", to) },
		"udp":            func(to string) error { return dial("udp4", to) },
		"unix":           func(to string) error { return dial("unix", to) },
		"abstract":       func(to string) error { return dial("unix", "@"+to) },
		"datagram pair":  datagramPair,
		"raw":            func(string) error { return socket(unix.AF_INET, unix.SOCK_RAW, 1) },
		"netlink":        func(string) error { return socket(unix.AF_NETLINK, unix.SOCK_RAW, 0) },
		"packet":         func(string) error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) },
		"vsock":          func(string) error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) },
		"io_uring":       ioUring,
		"ptrace":         ptraceAttach,
		"memory":         memory,
		"vm_writev":      vmWrite,
		"environment":    environment,
		"descriptors":    descriptors,
		"root link":      rootLink,
		"signal":         func(pid string) error { return unix.Kill(number(pid), 0) },
		"pidfd":          pidfd,
		"prlimit":        prlimit,
		"user namespace": func(string) error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"clone":          cloneUser,
		"mount": func(string) error {
			return unix.Mount("none", "/mnt", "tmpfs", 0, "")
		},
		"remount": func(string) error {
			return unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND, "")
		},
		"setns":       setns,
		"chroot":      func(string) error { return unix.Chroot("/") },
		"keys":        keys,
		"bpf":         func(string) error { return call(unix.SYS_BPF, 0, 0, 0) },
		"perf":        func(string) error { return call(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0) },
		"userfaultfd": func(string) error { return call(unix.SYS_USERFAULTFD, 0, 0, 0) },
		"handle":      func(string) error { return call(unix.SYS_OPEN_BY_HANDLE_AT, 3, 0, 0) },
		"second ABI":  secondABI,
		"typing":      typing,
		"device":      device,
		"new device":  func(path string) error { return unix.Mknod(path, unix.S_IFCHR|0o600, 1<<8|1) },
		"chmod":       func(path string) error { return os.Chmod(path, 0o777) },
		"times":       func(path string) error { return unix.Utimes(path, make([]unix.Timeval, 2)) },
		"attribute":   func(path string) error { return unix.Setxattr(path, "user.x", []byte("y"), 0) },
		"truncate":    func(path string) error { return os.Truncate(path, 0) },
		"privileges":  privileges,
	}
}

func number(text string) int {
	if text == "parent" {
		return os.Getppid()
	}
	n, _ := strconv.Atoi(text)
	return n
}

func dial(network, to string) error {
	c, err := net.Dial(network, to)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Write([]byte("x"))
	return err
}

func socket(family, kind, protocol int) error {
	_, err := unix.Socket(family, kind, protocol)
	return err
}

// datagramPair uses a socket that needs no address to reach one that has one.
func datagramPair(to string) error {
	for _, kind := range []int{unix.SOCK_DGRAM, unix.SOCK_RAW} {
		fds, err := unix.Socketpair(unix.AF_UNIX, kind, 0)
		if err != nil {
			continue
		}
		address := &unix.SockaddrUnix{Name: to}
		if unix.Connect(fds[0], address) == nil || unix.Sendto(fds[0], []byte("x"), 0, address) == nil {
			return nil
		}
	}
	return fmt.Errorf("no datagram pair that leads there")
}

func call(nr, a, b, c uintptr) error {
	_, _, errno := unix.Syscall6(nr, a, b, c, 0, 0, 0)
	if errno != 0 && errno != unix.EINVAL && errno != unix.EFAULT {
		return errno
	}
	return nil // the arguments were looked at
}

func ioUring(string) error {
	var params [120]byte
	_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func ptraceAttach(pid string) error {
	runtime.LockOSThread()
	return unix.PtraceSeize(number(pid))
}

func memory(pid string) error {
	f, err := os.OpenFile("/proc/"+pid+"/mem", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func vmWrite(pid string) error {
	var word [8]byte
	local := []unix.Iovec{{Base: &word[0], Len: 8}}
	remote := []unix.RemoteIovec{{Base: uintptr(unsafe.Pointer(&word)), Len: 8}}
	_, err := unix.ProcessVMReadv(number(pid), local, remote, 0)
	if err == unix.EFAULT {
		return nil // the process could be looked into
	}
	return err
}

func environment(pid string) error {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(number(pid)) + "/environ")
	if err == nil && len(text) == 0 {
		return fmt.Errorf("nothing to read")
	}
	return err
}

func descriptors(pid string) error {
	_, err := os.ReadDir("/proc/" + strconv.Itoa(number(pid)) + "/fd")
	if err != nil {
		return err
	}
	_, err = os.Readlink("/proc/" + strconv.Itoa(number(pid)) + "/fd/0")
	return err
}

// rootLink writes through another process's view of the file system.
func rootLink(target string) error {
	pid, path, _ := strings.Cut(target, ",")
	return os.WriteFile(filepath.Join("/proc", pid, "root", path), []byte("x"), 0o600)
}

func pidfd(pid string) error {
	fd, err := unix.PidfdOpen(number(pid), 0)
	if err != nil {
		return err
	}
	return unix.PidfdSendSignal(fd, 0, nil, 0)
}

func prlimit(pid string) error {
	limit := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	return unix.Prlimit(number(pid), unix.RLIMIT_CORE, &limit, nil)
}

func cloneUser(string) error {
	pid, err := syscall.ForkExec("/bin/true", []string{"true"}, &syscall.ProcAttr{
		Sys: &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}})
	if err == nil {
		_, err = syscall.Wait4(pid, nil, 0, nil)
	}
	return err
}

func setns(pid string) error {
	fd, err := unix.Open("/proc/"+pid+"/ns/mnt", unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return unix.Setns(fd, 0)
}

func keys(string) error {
	_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, true)
	return err
}

// secondABI makes a socket through the numbering of the 32-bit ABI.
func secondABI(string) error {
	if runtime.GOARCH != "amd64" {
		return unix.ENOSYS
	}
	const x32 = 0x40000000
	_, _, errno := unix.Syscall(x32+unix.SYS_SOCKET, unix.AF_INET, unix.SOCK_STREAM, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// typing puts a character into the input of a terminal.
func typing(string) error {
	c := byte('x')
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, 0, unix.TIOCSTI, uintptr(unsafe.Pointer(&c)))
	if errno == unix.ENOTTY || errno == 0 {
		return nil // the request was looked at
	}
	return errno
}

func device(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// privileges runs a program that is set to run as root and succeeds when it does.
func privileges(program string) error {
	if err := unix.Setresuid(65534, 65534, 65534); err != nil {
		return err
	}
	pid, err := syscall.ForkExec(program, []string{"sh", "-p", "-c", "test $EUID = 0 || exit 9"},
		&syscall.ProcAttr{Env: os.Environ()})
	if err != nil {
		return err
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil {
		return err
	}
	if status.ExitStatus() != 0 {
		return fmt.Errorf("the program ran without privileges")
	}
	return nil
}
