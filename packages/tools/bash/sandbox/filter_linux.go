//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filterSupported tells that filters are built for this architecture.
const filterSupported = true

// filterOptions choose what the filter refuses besides what it always does.
type filterOptions struct {
	network   bool // sockets may be made
	neighbour bool // other processes of the user are visible: no limits set on them
	signals   bool // nothing else keeps the command from signalling them
	self      int  // the supervisor, which must not be signalled then
}

const (
	newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS |
		unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	socketTypeMask = 0xf // above it: SOCK_CLOEXEC, SOCK_NONBLOCK
)

// filter builds the program. Calls in the numbering of another architecture are refused: their
// numbers mean other things.
func filter(o filterOptions) program {
	var t table
	t.foreign()
	t.system()
	if !o.network {
		t.sockets()
	}
	if o.neighbour {
		t.ifArg(unix.SYS_PRLIMIT64, 0, unequal(0))
	}
	if o.signals {
		t.signals(o.self)
	}
	p := program{load(offArch), jump(unix.BPF_JEQ, nativeArch, 1, 0), refuse(unix.EPERM),
		loadNumber(), jump(unix.BPF_JGE, secondABI, 0, 1), refuse(unix.EPERM)}
	return append(p, t.compile()...)
}

// system refuses what changes the machine, or opens doors that the other layers do not watch.
func (t *table) system() {
	t.always(unix.EPERM, machineCalls()...)
	t.always(unix.EPERM,
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_MOVE_MOUNT,
		unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
		unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS, unix.SYS_UNSHARE, unix.SYS_CHROOT,
		unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD)
	t.always(unix.ENOSYS, unix.SYS_CLONE3) // its flags cannot be seen; callers fall back to clone
	t.ifArg(unix.SYS_CLONE, 0, anyBit(newNamespaces))
	t.ifArg(unix.SYS_IOCTL, 1, equal(unix.TIOCSTI)) // typing into a terminal
	t.ifArg(unix.SYS_IOCTL, 1, equal(unix.TIOCLINUX))
}

func machineCalls() []int {
	return []int{unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_SWAPON,
		unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
		unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SYSLOG, unix.SYS_VHANGUP}
}

// sockets takes the network away. Socket pairs stay for programs that talk to their children,
// except the kinds that could be pointed at someone else's address; io_uring, which makes
// sockets without system calls, looks absent.
func (t *table) sockets() {
	t.always(unix.EPERM, unix.SYS_SOCKET, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN)
	t.add(unix.SYS_SOCKETPAIR, loadArg(1), mask(socketTypeMask),
		jump(unix.BPF_JEQ, unix.SOCK_STREAM, 2, 0), jump(unix.BPF_JEQ, unix.SOCK_SEQPACKET, 1, 0),
		refuse(unix.EPERM), loadNumber())
	t.always(unix.ENOSYS, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
		unix.SYS_IO_URING_REGISTER)
}

// signals keeps the supervisor, and everyone at once, from being signalled. Other processes of
// the user stay within reach: the report says so.
func (t *table) signals(self int) {
	everyone := ^uint32(0) // kill(-1)
	for _, nr := range []int{unix.SYS_KILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO,
		unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_OPEN} {
		for _, pid := range []uint32{uint32(self), -uint32(self), everyone} {
			t.ifArg(nr, 0, equal(pid))
		}
	}
	t.always(unix.EPERM, unix.SYS_TKILL, unix.SYS_PIDFD_SEND_SIGNAL)
}

// filterThread puts the filter on the calling thread.
func filterThread(p program) error {
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
		uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("filter system calls: %w", errno)
	}
	return nil
}

// filterWorks asks the kernel whether it knows the answers that the filter gives.
func filterWorks() bool {
	answer := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0,
		uintptr(unsafe.Pointer(&answer)))
	return errno == 0
}
