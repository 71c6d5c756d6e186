package filesys_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

// Some tests need a place that only a process of its own can have: a full disk, a read-only file
// system, a user without rights. The test binary runs itself for them, in namespaces of its own.
const childVariable = "FILESYS_TEST_CHILD"

func TestMain(m *testing.M) {
	if name := os.Getenv(childVariable); name != "" {
		os.Exit(runChild(name))
	}
	goleak.VerifyTestMain(m)
}

func runChild(name string) int {
	err := children[name](os.Getenv(childVariable + "_DIR"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

var children = map[string]func(dir string) error{
	"full-disk": fullDisk, "read-only": readOnly, "no-rights": noRights,
}

func inChild(t *testing.T, name string, attr *syscall.SysProcAttr) {
	t.Helper()
	dir := workspace(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for up := filepath.Dir(dir); up != "/" && up != os.TempDir(); up = filepath.Dir(up) {
		if err := os.Chmod(up, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	exe := filepath.Join(dir, "test.exe")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, self, exe)
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = []string{childVariable + "=" + name, childVariable + "_DIR=" + dir}
	cmd.SysProcAttr = attr
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ownMounts makes the child root of a user namespace with mounts of its own; it needs no rights.
func ownMounts() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
	}
}

func TestFullDisk(t *testing.T) { inChild(t, "full-disk", ownMounts()) }

func TestReadOnlyFileSystem(t *testing.T) { inChild(t, "read-only", ownMounts()) }

func TestUserWithoutRights(t *testing.T) {
	attr := &syscall.SysProcAttr{}
	if os.Geteuid() == 0 {
		attr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true}
	}
	inChild(t, "no-rights", attr)
}

// disk mounts a file system of half a megabyte with one file in it.
func disk(dir string) (string, error) {
	at := filepath.Join(dir, "disk")
	if err := os.Mkdir(at, 0o755); err != nil {
		return "", err
	}
	if err := syscall.Mount("tmpfs", at, "tmpfs", 0, "size=512k"); err != nil {
		return "", fmt.Errorf("mounting: %w", err)
	}
	return at, os.WriteFile(at+"/f.txt", []byte("old\n"), 0o644)
}

func fullDisk(dir string) error {
	at, err := disk(dir)
	if err != nil {
		return err
	}
	long := strings.Repeat("x", 1<<20)
	want := "no space left on device"
	if err := refused(at, "f.txt", long, filesys.ExpectAnything(), want); err != nil {
		return err
	}
	if err := refused(at, "new/deep.txt", long, filesys.ExpectAbsent(), want); err != nil {
		return err
	}
	if err := os.WriteFile(at+"/filler", bytes.Repeat([]byte("y"), 505<<10), 0o644); err != nil {
		// As full as it gets.
		fmt.Println(err)
	}
	l, err := filesys.NewLocal(filesys.Config{Dir: at})
	if err != nil {
		return err
	}
	to, err := l.Resolve(context.Background(), "f.txt", "")
	if err != nil {
		return err
	}
	change := textedit.Change{Old: "old", New: long}
	_, err = l.Edit(context.Background(), to, filesys.EditRequest{Change: change})
	return check(at, err, filesys.CodeIO, `cannot edit "`+at+`/f.txt": `+want)
}

func readOnly(dir string) error {
	at, err := disk(dir)
	if err != nil {
		return err
	}
	if err := syscall.Mount("", at, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return fmt.Errorf("remounting: %w", err)
	}
	want := "read-only file system"
	if err := refused(at, "f.txt", "new\n", filesys.ExpectAnything(), want); err != nil {
		return err
	}
	return refused(at, "new/deep.txt", "new\n", filesys.ExpectAbsent(), want)
}

// refused writes and expects a failure of the operating system that leaves everything as it was.
func refused(at, path, content string, e filesys.Expect, why string) error {
	l, err := filesys.NewLocal(filesys.Config{Dir: at})
	if err != nil {
		return err
	}
	to, err := l.Resolve(context.Background(), path, "")
	if err != nil {
		return err
	}
	_, err = l.Write(context.Background(), to, filesys.WriteRequest{Content: content, Expect: e})
	return check(at, err, filesys.CodeIO, `cannot write "`+at+"/"+path+`": `+why)
}

// check compares the failure and looks for residue.
func check(at string, err error, code filesys.Code, message string) error {
	if err == nil || filesys.CodeOf(err) != code || err.Error() != message {
		return fmt.Errorf("got %s: %w, want %s: %s", filesys.CodeOf(err), err, code, message)
	}
	return filepath.WalkDir(at, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".tmpdir") {
			return fmt.Errorf("left behind: %s", path)
		}
		if err == nil && d.Name() == "f.txt" {
			if got, err := os.ReadFile(path); err != nil || string(got) != "old\n" {
				return fmt.Errorf("f.txt holds %.40q, %w", got, err)
			}
		}
		return err
	})
}

func noRights(dir string) error {
	l, err := filesys.NewLocal(filesys.Config{Dir: dir})
	if err != nil {
		return err
	}
	ctx := context.Background()
	for _, step := range []func(context.Context, *filesys.Local, string) error{
		lockedDirectory, unreadableFile, lockedParent, ownFile,
	} {
		if err := step(ctx, l, dir); err != nil {
			return err
		}
	}
	return nil
}

func lockedDirectory(ctx context.Context, l *filesys.Local, dir string) error {
	at := dir + "/locked"
	if err := os.Mkdir(at, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(at+"/f.txt", []byte("old\n"), 0o644); err != nil {
		return err
	}
	if err := os.Chmod(at, 0o555); err != nil {
		return err
	}
	for _, name := range []string{"f.txt", "new.txt", "sub/new.txt"} {
		to, err := l.Resolve(ctx, at+"/"+name, "")
		if err != nil {
			return err
		}
		r := filesys.WriteRequest{Content: "new\n", Expect: filesys.ExpectAnything()}
		_, err = l.Write(ctx, to, r)
		if err := check(at, err, filesys.CodePermissionDenied,
			`cannot write "`+to.Display+`": permission denied`); err != nil {
			return err
		}
	}
	return os.Chmod(at, 0o755)
}

func unreadableFile(ctx context.Context, l *filesys.Local, dir string) error {
	if err := os.WriteFile(dir+"/secret", []byte("old\n"), 0o200); err != nil {
		return err
	}
	to, err := l.Resolve(ctx, "secret", "")
	if err != nil {
		return err
	}
	_, err = l.Open(ctx, to, filesys.VerbRead)
	if err := check(dir, err, filesys.CodePermissionDenied,
		`cannot read "`+dir+`/secret": permission denied`); err != nil {
		return err
	}
	_, err = l.Edit(ctx, to, filesys.EditRequest{Change: textedit.Change{Old: "old", New: "new"}})
	if err := check(dir, err, filesys.CodePermissionDenied,
		`cannot edit "`+dir+`/secret": permission denied`); err != nil {
		return err
	}
	// The directory is the user's, so replacing the file is allowed; there is no basis for a diff.
	r, err := l.Write(ctx, to, filesys.WriteRequest{Content: "new\n", Expect: filesys.ExpectAnything()})
	if err != nil || r.HasBefore {
		return fmt.Errorf("replacing an unreadable file: %+v, %w", r, err)
	}
	return nil
}

func lockedParent(ctx context.Context, l *filesys.Local, dir string) error {
	if err := os.MkdirAll(dir+"/closed/in", 0o755); err != nil {
		return err
	}
	if err := os.Chmod(dir+"/closed", 0); err != nil {
		return err
	}
	_, err := l.Resolve(ctx, "closed/in/f.txt", "")
	return first(check(dir+"/locked", err, filesys.CodePermissionDenied,
		`cannot resolve "`+dir+`/closed/in/f.txt": permission denied`), os.Chmod(dir+"/closed", 0o755))
}

func ownFile(ctx context.Context, l *filesys.Local, dir string) error {
	to, err := l.Resolve(ctx, "own/f.txt", "")
	if err != nil {
		return err
	}
	_, err = l.Write(ctx, to, filesys.WriteRequest{Content: "old\n"})
	if err != nil {
		return err
	}
	info, err := os.Stat(dir + "/own/f.txt")
	if err == nil && info.Mode().Perm() != 0o666&^umask() {
		err = fmt.Errorf("new file has mode %o", info.Mode())
	}
	return err
}

func umask() os.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return os.FileMode(mask)
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A file that says it has no size, and has content.
func TestReadBytesOfUnknownSize(t *testing.T) {
	l := local(t, workspace(t))
	to := target(t, l, "/proc/self/status")
	_, _, err := l.ReadBytes(t.Context(), to, 10)
	wantError(t, err, filesys.CodeTooLarge,
		`cannot read "`+to.Display+`": content exceeds the 10-byte limit`)
}
