package sandbox

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// list and has make a keeper's command a population: its processes are known by the namespace
// that was made for it, which none of them can leave. Once the command is gone its namespace's
// identity may be another's, so a gone command has nobody.

func (c *command) list() []int {
	if c.gone.Load() {
		return nil
	}
	all, err := process.Processes()
	if err != nil {
		return nil
	}
	var out []int
	for _, p := range all {
		if !p.Zombie && c.has(p.Pid) {
			out = append(out, p.Pid)
		}
	}
	return out
}

func (c *command) has(pid int) bool {
	world, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/ns/uts")
	return err == nil && world == c.world && !c.gone.Load()
}

// adopted is the population of a supervisor of one command: all its descendants, since every
// orphan among them becomes its child.
type adopted struct{}

func (adopted) list() []int {
	all, err := process.Descendants(os.Getpid())
	if err != nil {
		return nil
	}
	var out []int
	for _, p := range all {
		if !p.Zombie {
			out = append(out, p.Pid)
		}
	}
	return out
}

func (adopted) has(pid int) bool {
	self := os.Getpid()
	for range 1 << 16 { // longer than any chain of parents
		p, ok := process.Lookup(pid)
		if !ok || p.Zombie {
			return false
		}
		if p.Parent == self {
			return true
		}
		if pid = p.Parent; pid <= 1 {
			return false
		}
	}
	return false
}

// childless reports whether the calling process has no children. A keeper without children has
// nobody left in its namespace: whoever loses a parent there becomes its child.
func childless() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err == unix.ECHILD
}
