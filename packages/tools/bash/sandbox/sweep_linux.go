package sandbox

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// freezeRounds bounds how often the table is read again while new processes keep appearing.
const freezeRounds = 64

// population is a set of processes that changes by itself.
type population interface {
	list() []int
	has(pid int) bool
}

// sweep kills a population until nobody is left. A program that forks faster than it can be
// listed is stopped first: what is stopped forks no more.
func sweep(p population) {
	for {
		found := freeze(p)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			signalExactly(p, pid, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond) // the dead need a moment to go
	}
}

// freeze stops the listed processes until no new one shows up, and returns them.
func freeze(p population) []int {
	known := make(map[int]bool)
	var living []int
	for range freezeRounds {
		living = p.list()
		fresh := false
		for _, pid := range living {
			if !known[pid] {
				known[pid], fresh = true, true
				signalExactly(p, pid, syscall.SIGSTOP)
			}
		}
		if !fresh {
			break
		}
	}
	return living
}

// signalExactly signals the process that was listed and no later one of the same number: the
// descriptor pins the process, and a second look confirms that it still belongs.
func signalExactly(p population, pid int, sig syscall.Signal) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		if err == unix.ENOSYS {
			_ = syscall.Kill(pid, sig) // kernels before 5.3
		}
		return
	}
	defer unix.Close(fd)
	if p.has(pid) {
		_ = unix.PidfdSendSignal(fd, sig, nil, 0) // gone meanwhile is as good
	}
}
