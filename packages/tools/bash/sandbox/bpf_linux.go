package sandbox

import (
	"cmp"
	"slices"

	"golang.org/x/sys/unix"
)

// program is classic BPF over the kernel's description of one system call.
type program []unix.SockFilter

// Offsets into the description: number, architecture, then six 64-bit arguments.
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16
)

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// loadArg puts the low half of argument n into the accumulator. It is what the kernel looks at
// where an argument is an int.
func loadArg(n int) unix.SockFilter { return load(uint32(offArgs + 8*n)) }

func loadNumber() unix.SockFilter { return load(offNumber) }

func mask(k uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: k}
}

// jump compares the accumulator with k and skips yes or no instructions.
func jump(code uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | code | unix.BPF_K, K: k, Jt: yes, Jf: no}
}

// refuse makes the call fail with errno.
func refuse(errno unix.Errno) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K,
		K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
}

func allow() unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}
}

// table collects what happens to system calls by number. What no rule refuses is allowed.
type table []rule

// rule is the code for one number. It begins and ends with the number in the accumulator.
type rule struct {
	number uint32
	body   program
}

func (t *table) add(number int, body ...unix.SockFilter) {
	*t = append(*t, rule{uint32(number), body})
}

// always refuses every call of the given numbers.
func (t *table) always(errno unix.Errno, numbers ...int) {
	for _, nr := range numbers {
		t.add(nr, refuse(errno))
	}
}

// test is a comparison of an argument.
type test struct {
	code   uint16
	k      uint32
	unless bool // turns the test round
}

func equal(k uint32) test   { return test{code: unix.BPF_JEQ, k: k} }
func unequal(k uint32) test { return test{code: unix.BPF_JEQ, k: k, unless: true} }
func anyBit(k uint32) test  { return test{code: unix.BPF_JSET, k: k} }

// ifArg refuses calls of number nr whose argument meets the test.
func (t *table) ifArg(nr, arg int, c test) {
	compare := jump(c.code, c.k, 0, 1)
	if c.unless {
		compare = jump(c.code, c.k, 1, 0)
	}
	t.add(nr, loadArg(arg), compare, refuse(unix.EPERM), loadNumber())
}

// compile makes a tree of the table: few steps for each of the hundreds of numbers, which the
// kernel goes through when the filter is installed.
func (t table) compile() program {
	slices.SortStableFunc(t, func(a, b rule) int { return cmp.Compare(a.number, b.number) })
	var merged table
	for _, r := range t {
		if n := len(merged); n > 0 && merged[n-1].number == r.number {
			merged[n-1].body = append(slices.Clone(merged[n-1].body), r.body...)
			continue
		}
		merged = append(merged, r)
	}
	return merged.tree()
}

// leafSize is how many numbers are compared one after the other.
const leafSize = 2

func (t table) tree() program {
	if len(t) <= leafSize {
		var p program
		for _, r := range t {
			p = append(p, jump(unix.BPF_JEQ, r.number, 0, uint8(len(r.body))))
			p = append(p, r.body...)
		}
		return append(p, allow())
	}
	middle := len(t) / 2
	left, right := t[:middle].tree(), t[middle:].tree()
	// A jump reaches 255 instructions; the long way takes an instruction more.
	p := program{jump(unix.BPF_JGE, t[middle].number, 0, 1),
		{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(left))}}
	return append(append(p, left...), right...)
}
