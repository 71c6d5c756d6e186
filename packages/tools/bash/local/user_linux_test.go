package local_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Commands run, end and leave nothing behind for a user who is not root, too.
func TestAsAnotherUser(t *testing.T) {
	if os.Getenv("DSH_TEST_AGAIN") != "" {
		t.Skip("this is the other user")
	}
	if os.Geteuid() != 0 {
		missing(t, "becoming another user needs root")
	}
	dir, err := os.MkdirTemp("/tmp", "dsh-user")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "test")
	if err := os.WriteFile(program, self, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, "-test.v", "-test.run=^Test(RunTellsTheFacts|"+
		"RunMakesTheEnvironment|RunWorksInOddDirectories|NothingIsLeftBehind|KillingABackgroundCommand|"+
		"NoisyOutputIsBounded)$")
	c.Env = append(os.Environ(), "DSH_TEST_AGAIN=1", "HOME="+dir, "TMPDIR="+dir)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	c.Dir = "/"
	said, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "PASS: TestNothingIsLeftBehind/namespaces") {
		t.Errorf("%v: %s", err, said)
	}
}
