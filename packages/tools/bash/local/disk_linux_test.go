package local_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// small mounts a file system of a few pages.
func small(t *testing.T, flags uintptr) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", flags, "size=64k"); err != nil {
		missing(t, fmt.Sprintf("mounting needs privileges: %v", err))
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestAFullDiskCostsOnlyTheSpillFile(t *testing.T) {
	disk := small(t, 0)
	e := executor(t, local.Options{Config: local.Config{SpillDir: disk}})
	o := run(t, e, shell.Request{Command: "seq 100000", Dir: disk})
	if o.Code != 0 || !o.Stdout.Truncated || o.Stdout.Spill != "" ||
		!strings.HasSuffix(o.Stdout.Text, "\n100000\n") {
		t.Errorf("outcome %+v", o.Exit)
	}
	left, err := filepath.Glob(filepath.Join(disk, "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left on the full disk: %v, %v", left, err)
	}
	o = run(t, e, shell.Request{Command: "head -c 1000000 /dev/zero > x", Dir: disk})
	if o.Code != 1 || !strings.Contains(o.Stderr.Text, "No space left") {
		t.Errorf("outcome %+v", o)
	}
}

func TestAReadOnlyFileSystem(t *testing.T) {
	disk := small(t, unix.MS_RDONLY)
	e := executor(t, local.Options{Config: local.Config{SpillDir: disk, MaxOutputBytes: 10}})
	o := run(t, e, shell.Request{Command: "seq 1000; touch x", Dir: disk})
	if o.Code != 1 || o.Stdout.Spill != "" ||
		!strings.HasSuffix(o.Stdout.Text, "1000\n") {
		t.Errorf("outcome %+v", o)
	}
}

func TestAConfinedWorkspaceOnAReadOnlyFileSystem(t *testing.T) {
	disk := small(t, unix.MS_RDONLY)
	for name, make := range places(t) {
		t.Run(name, func(t *testing.T) {
			e := make(t)
			o := run(t, e, shell.Request{Command: "pwd && ! touch x", Dir: disk})
			if o.Code != 0 || o.Stdout.Text != disk+"\n" {
				t.Errorf("outcome %+v", o)
			}
		})
	}
	if _, err := os.Stat(disk); err != nil {
		t.Error(err)
	}
}
