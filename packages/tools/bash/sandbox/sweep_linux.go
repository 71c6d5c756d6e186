package sandbox

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// freezeRounds bounds how often the table is read again while new processes keep appearing.
const freezeRounds = 64

// sweep kills every descendant of pid until there is none. A program that forks faster than it
// can be listed is stopped first: what is stopped forks no more.
func sweep(pid int) {
	for {
		list := freeze(pid)
		if len(list) == 0 {
			return
		}
		for _, p := range list {
			signalExactly(p, syscall.SIGKILL)
		}
		time.Sleep(time.Millisecond)
	}
}

// freeze stops the descendants of pid until no new one shows up, and returns them.
func freeze(pid int) []process.Info {
	known := make(map[int]bool)
	var living []process.Info
	for range freezeRounds {
		list, err := process.Descendants(pid)
		if err != nil {
			return living
		}
		living = living[:0]
		fresh := false
		for _, p := range list {
			if p.Zombie {
				continue
			}
			living = append(living, p)
			if !known[p.Pid] {
				known[p.Pid], fresh = true, true
				signalExactly(p, syscall.SIGSTOP)
			}
		}
		if !fresh {
			break
		}
	}
	return living
}

// signalExactly signals the process that was listed and no later one of the same number: the
// descriptor pins the process, and the second look confirms that it is still a descendant.
func signalExactly(p process.Info, sig syscall.Signal) {
	fd, err := unix.PidfdOpen(p.Pid, 0)
	if err != nil {
		if err == unix.ENOSYS {
			_ = syscall.Kill(p.Pid, sig) // kernels before 5.3
		}
		return
	}
	defer unix.Close(fd)
	if now, ok := process.Lookup(p.Pid); ok && now.Session == p.Session && !now.Zombie {
		_ = unix.PidfdSendSignal(fd, sig, nil, 0) // gone meanwhile is as good
	}
}
