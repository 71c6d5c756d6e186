//go:build unix

package filesys_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

func contained(t testing.TB, c filesys.Containment) *filesys.Contained {
	t.Helper()
	w, err := filesys.NewContained(local(t, c.Root), c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// walled is a workspace beside a directory that must not change.
func walled(t testing.TB) (ws, outside string) {
	t.Helper()
	top := workspace(t)
	ws, outside = top+"/ws", top+"/outside"
	put(t, ws+"/in.txt", "old\n")
	put(t, outside+"/secret.txt", "secret\n")
	return ws, outside
}

func TestContainmentStopsEscapes(t *testing.T) {
	ws, outside := walled(t)
	symlink(t, outside, ws+"/dir-link")
	symlink(t, outside+"/secret.txt", ws+"/file-link")
	symlink(t, "../outside/new.txt", ws+"/dangling-link")
	symlink(t, "dir-link", ws+"/link-to-link")
	if err := os.Link(outside+"/secret.txt", ws+"/hard"); err != nil {
		t.Fatal(err)
	}
	w := contained(t, filesys.Containment{Root: ws, Mode: filesys.ModeWorkspaceWrite})
	for _, path := range []string{
		"dir-link/new.txt", "dir-link/secret.txt", "dir-link/sub/new.txt", "file-link",
		"link-to-link/new.txt", "../outside/new.txt", outside + "/secret.txt", "..", ".", ws,
		"sub/../../outside/new.txt", "/proc/self/cwd/../" + filepath.Base(t.TempDir()) + "/x",
	} {
		to := target(t, w, path)
		for _, e := range []filesys.Expect{filesys.ExpectAnything(), filesys.ExpectAbsent()} {
			_, err := w.Write(t.Context(), to, filesys.WriteRequest{Content: "x", Expect: e})
			wantError(t, err, filesys.CodeSandboxDenied,
				`cannot write "`+to.Display+`": outside the writable roots`)
		}
		r := filesys.EditRequest{Change: textedit.Change{Old: "secret", New: "x"}}
		_, err := w.Edit(t.Context(), to, r)
		wantError(t, err, filesys.CodeSandboxDenied,
			`cannot edit "`+to.Display+`": outside the writable roots`)
	}
	// A dangling link is replaced or refused where it stands; what it points to is not created.
	if _, err := write(t, w, "dangling-link", "x", filesys.ExpectAbsent()); err == nil {
		t.Error("a guarded create went through a dangling link")
	}
	// A hard link is inside; replacing it leaves the other name's content.
	if _, err := write(t, w, "hard", "x", filesys.ExpectAnything()); err != nil {
		t.Error(err)
	}
	wantNames(t, outside, "secret.txt")
	wantContent(t, outside+"/secret.txt", "secret\n")
}

func TestContainmentLetsIn(t *testing.T) {
	ws, outside := walled(t)
	symlink(t, ws, outside+"/back")
	if err := os.Mkdir(ws+"/sub", 0o755); err != nil {
		t.Fatal(err)
	}
	symlink(t, "sub", ws+"/inner")
	extra := workspace(t)
	w := contained(t, filesys.Containment{
		Root: outside + "/back", Mode: filesys.ModeWorkspaceWrite, Writable: []string{extra, "/no/such"},
	})
	for _, path := range []string{
		ws + "/abs.txt", outside + "/back/via.txt", ws + "/inner/x.txt", ws + "/new/dir/y.txt",
		extra + "/z.txt",
	} {
		if _, err := write(t, w, path, "x", filesys.ExpectAbsent()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := edit(t, w, ws+"/in.txt", "old", "new"); err != nil {
		t.Error(err)
	}
	wantContent(t, ws+"/in.txt", "new\n")
	wantContent(t, ws+"/sub/x.txt", "x")
}

func TestContainmentModes(t *testing.T) {
	ws, outside := walled(t)
	for _, c := range []struct {
		own, call       filesys.Mode
		inside, outside bool
	}{
		{"", "", false, false},
		{filesys.ModeReadOnly, "", false, false},
		{filesys.ModeReadOnly, filesys.ModeWorkspaceWrite, true, false},
		{filesys.ModeReadOnly, filesys.ModeFullAccess, true, true},
		{filesys.ModeWorkspaceWrite, "", true, false},
		{filesys.ModeWorkspaceWrite, "no-such-mode", false, false},
		{filesys.ModeFullAccess, "", true, true},
		{filesys.ModeFullAccess, filesys.ModeReadOnly, false, false},
	} {
		t.Run(fmt.Sprintf("%s,%s", c.own, c.call), func(t *testing.T) {
			w := contained(t, filesys.Containment{Root: ws, Mode: c.own})
			for path, allowed := range map[string]bool{
				ws + "/in.txt": c.inside, outside + "/free.txt": c.outside,
			} {
				r := filesys.WriteRequest{
					Content: "x", Expect: filesys.ExpectAnything(), Mode: c.call,
				}
				_, err := w.Write(t.Context(), target(t, w, path), r)
				if (err == nil) != allowed {
					t.Errorf("%s: %v", path, err)
				}
				if err != nil && filesys.CodeOf(err) != filesys.CodeSandboxDenied {
					t.Errorf("%s: %v", path, err)
				}
			}
		})
	}
}

func TestContainmentConfinesReads(t *testing.T) {
	ws, outside := walled(t)
	symlink(t, outside, ws+"/dir-link")
	w := contained(t, filesys.Containment{Root: ws, ConfineReads: true, Readable: []string{"/usr"}})
	secret := target(t, w, "dir-link/secret.txt")
	_, openErr := w.Open(t.Context(), secret, filesys.VerbRead)
	_, _, bytesErr := w.ReadBytes(t.Context(), secret, 99)
	_, statErr := w.Stat(t.Context(), secret)
	_, listErr := w.List(t.Context(), target(t, w, "dir-link"))
	for verb, err := range map[string]error{"read": openErr, "stat": statErr} {
		wantError(t, err, filesys.CodeSandboxDenied,
			`cannot `+verb+` "`+ws+`/dir-link/secret.txt": outside the readable roots`)
	}
	wantError(t, bytesErr, filesys.CodeSandboxDenied, openErr.Error())
	wantError(t, listErr, filesys.CodeSandboxDenied,
		`cannot list "`+ws+`/dir-link": outside the readable roots`)
	for _, path := range []string{"in.txt", ".", "/usr"} {
		if info, err := w.Stat(t.Context(), target(t, w, path)); err != nil || info.Kind == 0 {
			t.Errorf("%s: %+v, %v", path, info, err)
		}
	}
}

func TestNewContainedRefuses(t *testing.T) {
	ws, _ := walled(t)
	for _, c := range []filesys.Containment{
		{}, {Root: ws + "/none"}, {Root: ws + "/in.txt"}, {Root: ws, Mode: "everything"},
	} {
		if _, err := filesys.NewContained(local(t, ws), c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

// A directory that turns into a link to the outside, again and again while writes go on, never
// gets a file to the outside.
func TestContainmentRace(t *testing.T) {
	ws, outside := walled(t)
	w := contained(t, filesys.Containment{Root: ws, Mode: filesys.ModeWorkspaceWrite})
	if err := os.Mkdir(ws+"/d", 0o755); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var swapper sync.WaitGroup
	swapper.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(ws+"/d", ws+"/kept")
			_ = os.Symlink(outside, ws+"/d")
			_ = os.Remove(ws + "/d")
			_ = os.Rename(ws+"/kept", ws+"/d")
		}
	})
	for range 300 {
		to, err := w.Resolve(t.Context(), "d/new.txt", "")
		if err != nil {
			continue
		}
		r := filesys.WriteRequest{Content: "x", Expect: filesys.ExpectAnything()}
		_, _ = w.Write(t.Context(), to, r)
	}
	close(stop)
	swapper.Wait()
	wantNames(t, outside, "secret.txt")
}
