package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// reap waits for the leader. Until the lock is held the ended leader stays unreaped, so that its
// number is reserved and a signal sent meanwhile cannot reach a stranger.
func (g *Group) reap() (*os.ProcessState, error) {
	for {
		err := unix.Waitid(unix.P_PID, g.process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reaped = true
	return g.process.Wait()
}

// groupAlive tells whether group pgid has a member that is not a zombie. A zombie whose parent
// never reaps it would otherwise keep the group alive for ever.
func groupAlive(pgid int) bool {
	if err := syscall.Kill(-pgid, 0); err == syscall.ESRCH {
		return false
	}
	list, err := Processes()
	if err != nil {
		return true
	}
	for _, p := range list {
		if p.Group == pgid && !p.Zombie {
			return true
		}
	}
	return false
}

// Info is a line of the process table.
type Info struct {
	Pid, Parent, Group, Session int
	Zombie                      bool
}

// Processes lists the process table as /proc shows it. Processes that end during the walk are
// left out.
func Processes() ([]Info, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	list := make([]Info, 0, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if info, ok := Lookup(pid); ok {
			list = append(list, info)
		}
	}
	return list, nil
}

// Lookup reads the line of one process; false when there is none. The name of the program may
// hold anything, so fields are counted from its closing parenthesis.
func Lookup(pid int) (Info, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return Info{}, false
	}
	_, rest, ok := cutLast(text, ") ")
	fields := bytes.Fields(rest)
	if !ok || len(fields) < 4 {
		return Info{}, false
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(string(fields[i]))
		return n
	}
	state := fields[0][0]
	return Info{Pid: pid, Parent: number(1), Group: number(2), Session: number(3),
		Zombie: state == 'Z' || state == 'X'}, true
}

func cutLast(b []byte, sep string) (before, after []byte, ok bool) {
	i := bytes.LastIndex(b, []byte(sep))
	if i < 0 {
		return b, nil, false
	}
	return b[:i], b[i+len(sep):], true
}

// Descendants lists the living processes below pid, children before grandchildren.
func Descendants(pid int) ([]Info, error) {
	all, err := Processes()
	if err != nil {
		return nil, err
	}
	below := make(map[int][]Info, len(all))
	for _, p := range all {
		below[p.Parent] = append(below[p.Parent], p)
	}
	var out []Info
	for queue := []int{pid}; len(queue) > 0; queue = queue[1:] {
		for _, p := range below[queue[0]] {
			out = append(out, p)
			queue = append(queue, p.Pid)
		}
	}
	return out, nil
}

// CommandLine reads the arguments of the process, each ended by NUL.
func (i Info) CommandLine() (string, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(i.Pid) + "/cmdline")
	return string(text), err == nil
}
