package sandbox

import "golang.org/x/sys/unix"

const nativeArch = unix.AUDIT_ARCH_X86_64

// x32 marks the calls of the 32-bit ABI that shares this architecture's identity.
const x32 = 0x40000000

// foreign refuses what only this architecture has: the second ABI and direct access to ports.
func (p *program) foreign() {
	*p = append(*p,
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, K: x32, Jf: 1},
		refuse(unix.EPERM))
	p.always(unix.EPERM, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_USELIB)
}
