package sandbox

import (
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// leader is the first process of the command, the head of its group.
type leader struct {
	pid int

	mu     sync.Mutex
	reaped bool
}

// next waits for any child to end and reaps it. A child is reaped under the lock, so that a
// signal on its way cannot reach a stranger who got its number.
func (l *leader) next() (int, syscall.WaitStatus, error) {
	var info unix.Siginfo
	for {
		err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return 0, 0, err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
	if pid == l.pid {
		l.reaped = true
	}
	return pid, status, err
}

// terminate asks the command's group to stop. Without its leader the group is looked for first.
func (l *leader) terminate() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.reaped || hasGroup(l.pid) {
		_ = syscall.Kill(-l.pid, syscall.SIGTERM) // an empty group is no failure
	}
}

// hasGroup tells whether a process of that group is among those that this process adopted.
func hasGroup(pgid int) bool {
	list, err := process.Descendants(syscall.Getpid())
	if err != nil {
		return false
	}
	for _, p := range list {
		if p.Group == pgid && !p.Zombie {
			return true
		}
	}
	return false
}
