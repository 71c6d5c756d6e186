package sandbox

import "golang.org/x/sys/unix"

// program is a filter under construction: classic BPF over the kernel's description of one
// system call. Each rule falls through to the next; the end allows.
type program []unix.SockFilter

// Offsets into the description: number, architecture, then six 64-bit arguments.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16
)

func (p *program) op(code uint16, k uint32) {
	*p = append(*p, unix.SockFilter{Code: code, K: k})
}

// when appends body, run only when the accumulator is k.
func (p *program) when(k uint32, body ...unix.SockFilter) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k,
		Jf: uint8(len(body))})
	*p = append(*p, body...)
}

// loadArg puts the low half of argument n into the accumulator. It is what the kernel looks at
// where an argument is an int.
func loadArg(n int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS,
		K: uint32(offArgs + 8*n)}
}

func loadNumber() unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offNumber}
}

// refuse makes the call fail with errno.
func refuse(errno unix.Errno) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K,
		K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
}

// always refuses every call of the given numbers.
func (p *program) always(errno unix.Errno, numbers ...int) {
	for _, nr := range numbers {
		p.when(uint32(nr), refuse(errno))
	}
}

// test is a jump on the accumulator.
type test struct {
	code uint16
	k    uint32
	// unless turns the test round: refuse when it fails.
	unless bool
}

func equal(k uint32) test   { return test{code: unix.BPF_JEQ, k: k} }
func unequal(k uint32) test { return test{code: unix.BPF_JEQ, k: k, unless: true} }
func anyBit(k uint32) test  { return test{code: unix.BPF_JSET, k: k} }

// ifArg refuses calls of number nr whose argument, masked, meets the test.
func (p *program) ifArg(nr, arg int, mask uint32, t test) {
	jump := unix.SockFilter{Code: unix.BPF_JMP | t.code | unix.BPF_K, K: t.k}
	if t.unless {
		jump.Jt = 1
	} else {
		jump.Jf = 1
	}
	p.when(uint32(nr),
		loadArg(arg),
		unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: mask},
		jump,
		refuse(unix.EPERM),
		loadNumber(),
	)
}
