package bash_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// processesIn lists the living processes that work in dir. They end with the test.
func processesIn(t testing.TB, dir string) []int {
	t.Helper()
	list, err := process.Processes()
	must(t, err)
	var out []int
	for _, p := range list {
		cwd, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(p.Pid), "cwd"))
		if err == nil && cwd == dir && !p.Zombie {
			out = append(out, p.Pid)
			t.Cleanup(func() {
				if left, err := os.FindProcess(p.Pid); err == nil {
					_ = left.Kill() // one that left its group; the others are gone
				}
			})
		}
	}
	return out
}
