package conformance

import (
	"os"
	"path/filepath"
	"strconv"
)

// processesIn lists the living processes whose working directory is dir.
func processesIn(dir string) (list []int, ok bool) {
	entries, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, false
	}
	for _, entry := range entries {
		if cwd, err := os.Readlink(entry); err != nil || cwd != dir {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(entry))); err == nil {
			list = append(list, pid)
		}
	}
	return list, true
}

// endProcesses kills processes that a case left behind.
func endProcesses(list []int) {
	for _, pid := range list {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill() // it may have ended meanwhile
		}
	}
}
