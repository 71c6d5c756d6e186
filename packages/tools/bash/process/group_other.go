//go:build unix && !linux

package process

import (
	"os"
	"syscall"
)

// reap waits for the leader. Here the number is free for a moment before the lock is held.
func (g *Group) reap() (*os.ProcessState, error) {
	state, err := g.process.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reaped = true
	return state, err
}

// groupAlive tells whether group pgid has a member.
func groupAlive(pgid int) bool { return syscall.Kill(-pgid, 0) != syscall.ESRCH }
