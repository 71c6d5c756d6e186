package sandbox

import "golang.org/x/sys/unix"

const nativeArch = unix.AUDIT_ARCH_X86_64

// secondABI is where the calls of the 32-bit ABI begin that shares this architecture's identity.
const secondABI = 0x40000000

// foreign refuses what only this architecture has: direct access to ports.
func (t *table) foreign() {
	t.always(unix.EPERM, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_USELIB)
}
