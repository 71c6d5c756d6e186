//go:build unix

package typecheck

import (
	"os/exec"
	"syscall"
)

// isolate puts the checker into a process group of its own, so that ending it
// ends its children too.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
