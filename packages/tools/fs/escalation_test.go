package fs_test

import (
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// switching is a wall whose mode changes while its tools stand, as that of a session does.
type switching struct {
	walls map[filesys.Mode]*fs.Containment
	mode  filesys.Mode
}

func (s *switching) System(dir string) (filesys.System, error) { return s.walls[s.mode].System(dir) }

func (s *switching) Confines() (filesys.Mode, bool) { return s.mode, true }

// What is wider than the wall is decided by the mode it has when the call is made, not by the one
// it had when the tools were.
func TestEscalationFromTheModeOfNow(t *testing.T) {
	w := fstest.New(t)
	s := &switching{walls: map[filesys.Mode]*fs.Containment{}, mode: filesys.ModeWorkspaceWrite}
	for _, mode := range []filesys.Mode{filesys.ModeReadOnly, filesys.ModeWorkspaceWrite, filesys.ModeFullAccess} {
		wall, err := fs.NewContainment(fs.ContainmentConfig{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		s.walls[mode] = wall
	}
	if _, err := w.Files.Backends.Provide(w.Root, s); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Registry.ProvideApprover(w.Root, &approver{answer: tools.ApprovalAllowedOnce}); err != nil {
		t.Fatal(err)
	}
	w.Install(write.Plugin(write.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(edit.Plugin(edit.Params{Tools: w.Registry, Files: w.Files}), "")
	put(t, filepath.Join(w.Dir, "f"), "a")
	for name, a := range map[string]args{
		"write": {"file_path": "new", "content": "x"},
		"edit":  {"file_path": "f", "old_string": "a", "new_string": "b"},
	} {
		a["sandbox_permissions"], a["justification"] = "workspace-write", "the task is to change it"
		s.mode = filesys.ModeFullAccess
		fails(t, w.Call(name, a), "", `sandbox escalation to "workspace-write" is not strictly wider than `+
			`this call's current "danger-full-access" mode`)
		s.mode = filesys.ModeReadOnly
		succeeds(t, w.Call(name, a))
	}
}
