//go:build unix

package fs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
)

const marker = "[sandbox: file access denied under "

// outside is a directory that no workspace and no directory for temporary files holds.
func outside(t *testing.T, w *fstest.World) string {
	t.Helper()
	dir := filepath.Join(filepath.Dir(w.Dir), "outside")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestContainmentOfTools(t *testing.T) {
	w := complete(t, `{"mode":"workspace-write","noTemp":true}`)
	away := outside(t, w)
	put(t, filepath.Join(away, "secret.txt"), "secret\n")
	if err := os.Symlink(away, filepath.Join(w.Dir, "link")); err != nil {
		t.Fatal(err)
	}
	denied := marker + "workspace-write mode]\n" + fs.EscalationHint
	for _, path := range []string{"link/new.txt", "../outside/new.txt", away + "/new.txt"} {
		fails(t, w.Call("write", args{"file_path": path, "content": "x"}), "FS_SANDBOX_DENIED", denied)
	}
	// Reads are unrestricted in this mode.
	succeeds(t, w.Call("read", args{"file_path": "link/secret.txt"}))
	r := w.Call("edit", args{"file_path": "link/secret.txt", "old_string": "secret", "new_string": "x"})
	fails(t, r, "FS_SANDBOX_DENIED", denied)
	r = w.Call("str_replace_editor", args{"command": "create", "path": away + "/new.txt", "file_text": "x"})
	fails(t, r, "FS_SANDBOX_DENIED", marker+"workspace-write mode]")
	succeeds(t, w.Call("write", args{"file_path": "in/side.txt", "content": "x"}))
	succeeds(t, w.Call("write", args{"file_path": w.Dir + "/absolute.txt", "content": "x"}))
	entries, err := os.ReadDir(away)
	if err != nil || len(entries) != 1 {
		t.Errorf("outside there are %v, %v", entries, err)
	}
}

func TestReadOnlyMode(t *testing.T) {
	w := complete(t, `{}`)
	put(t, filepath.Join(w.Dir, "f.txt"), "a\n")
	succeeds(t, w.Call("read", args{"file_path": "f.txt"}))
	denied := marker + "read-only mode]\n" + fs.EscalationHint
	fails(t, w.Call("write", args{"file_path": "f.txt", "content": "x"}), "FS_SANDBOX_DENIED", denied)
	fails(t, w.Call("edit", args{"file_path": "f.txt", "old_string": "a", "new_string": "b"}),
		"FS_SANDBOX_DENIED", denied)
}

func TestFullAccessMode(t *testing.T) {
	w := complete(t, `{"mode":"danger-full-access"}`)
	succeeds(t, w.Call("write", args{"file_path": outside(t, w) + "/new.txt", "content": "x"}))
}

func TestConfinedReadsOfTools(t *testing.T) {
	w := complete(t, `{"mode":"workspace-write","noTemp":true,"confineReads":true}`)
	w.Install(glob.Plugin(glob.Params{Tools: w.Registry, Files: w.Files}), `{"sampleOverCapGlobResults":false}`)
	w.Install(grep.Plugin(grep.Params{Tools: w.Registry, Files: w.Files}), ``)
	away := outside(t, w)
	put(t, filepath.Join(away, "secret.txt"), "secret\n")
	put(t, filepath.Join(away, "secret.png"), "x")
	if err := os.Symlink(away, filepath.Join(w.Dir, "link")); err != nil {
		t.Fatal(err)
	}
	for name, a := range map[string]args{
		"read":       {"file_path": "link/secret.txt"},
		"read_image": {"file_path": "link/secret.png"},
		"glob":       {"pattern": "*", "path": "link"},
		"grep":       {"pattern": "s", "path": "../outside/secret.txt"},
		"edit":       {"file_path": away + "/secret.txt", "old_string": "a", "new_string": "b"},
	} {
		r := w.Call(name, a)
		if !r.IsError() || string(r.Failure().Code()) != "FS_SANDBOX_DENIED" && name != "edit" {
			t.Errorf("%s: %v %s", name, r.Failure(), r.Content().Text())
		}
	}
	put(t, filepath.Join(w.Dir, "f.txt"), "inside\n")
	succeeds(t, w.Call("read", args{"file_path": "f.txt"}))
	wantText(t, "search inside", succeeds(t, w.Call("grep", args{"pattern": "s"})),
		"Found 1 match\n\nf.txt\nLine 1: inside")
}

// approver answers with what it is told and remembers what it was asked.
type approver struct {
	answer  tools.Approval
	err     error
	reasons []string
}

func (a *approver) Approve(_ context.Context, r tools.ApprovalRequest) (tools.Approval, error) {
	a.reasons = append(a.reasons, r.Reason)
	return a.answer, a.err
}

func TestEscalation(t *testing.T) {
	w := complete(t, `{"mode":"workspace-write","noTemp":true}`)
	path := outside(t, w) + "/new.txt"
	ask := args{"file_path": path, "content": "x", "sandbox_permissions": "danger-full-access",
		"justification": "the report belongs there"}
	const full = `"danger-full-access"`
	fails(t, w.Call("write", ask), "",
		"sandbox escalation to "+full+" requires approval, but no approval service is composed")
	a := &approver{}
	if _, err := w.Registry.ProvideApprover(w.Root, a); err != nil {
		t.Fatal(err)
	}
	for answer, message := range map[tools.Approval]string{
		tools.ApprovalUnavailable: "sandbox escalation to " + full +
			" requires approval, but no approval channel is available",
		tools.ApprovalRejected:  "the user rejected escalating this operation to " + full,
		tools.ApprovalCancelled: "approval for escalating to " + full + " was cancelled",
	} {
		a.answer = answer
		fails(t, w.Call("write", ask), "", message)
	}
	a.answer, a.err = tools.ApprovalAllowedOnce, errors.New("line is dead")
	fails(t, w.Call("write", ask), "", "approval for escalating to "+full+" failed: line is dead")
	a.err = nil
	succeeds(t, w.Call("write", ask))
	// The grant was for one call.
	delete(ask, "sandbox_permissions")
	delete(ask, "justification")
	if r := w.Call("write", ask); string(r.Failure().Code()) != "FS_SANDBOX_DENIED" {
		t.Errorf("%v", r.Failure())
	}
	if a.reasons[0] != "escalate sandbox to danger-full-access: the report belongs there" {
		t.Errorf("asked %q", a.reasons)
	}
	agent := w.Agent
	w.Agent = nil
	ask["sandbox_permissions"], ask["justification"] = "danger-full-access", "why"
	fails(t, w.Call("write", ask), "", "sandbox escalation to "+full+
		" requires approval, but the call has no agent to route it through")
	w.Agent = agent
}

func TestEscalationArguments(t *testing.T) {
	w := complete(t, `{"mode":"workspace-write"}`)
	for _, c := range []struct {
		more    args
		message string
	}{
		{args{"sandbox_permissions": "danger-full-access"},
			"invalid escalation: sandbox_permissions requires a justification"},
		{args{"justification": "because"},
			"invalid escalation: justification is only valid together with sandbox_permissions"},
		{args{"sandbox_permissions": "danger-full-access", "justification": " "},
			"invalid justification: expected a non-empty sentence"},
		{args{"sandbox_permissions": "workspace-write", "justification": "because"},
			`sandbox escalation to "workspace-write" is not strictly wider than this call's current ` +
				`"workspace-write" mode`},
	} {
		write := args{"file_path": "f", "content": "x"}
		edit := args{"file_path": "f", "old_string": "a", "new_string": "b"}
		for name, v := range c.more {
			write[name], edit[name] = v, v
		}
		fails(t, w.Call("write", write), "", c.message)
		fails(t, w.Call("edit", edit), "", c.message)
	}
	// Without a wall the pair is not in the schema, and is refused when it comes all the same.
	open := complete(t, "")
	for _, name := range []string{"write", "edit"} {
		reg, _ := open.Registry.Get(name, nil, nil)
		if contains(reg.Declaration().Parameters.Text(), "sandbox_permissions") {
			t.Errorf("%s offers escalation without a wall", name)
		}
	}
	fails(t, open.Call("write", args{"file_path": "f", "content": "x", "sandbox_permissions": "danger-full-access"}),
		"", "sandbox_permissions is not available in this composition (no confining file system to escalate)")
	fails(t, open.Call("edit", args{"file_path": "f", "old_string": "a", "new_string": "b", "justification": "x"}),
		"", "justification is not available in this composition (no confining file system to escalate)")
}
