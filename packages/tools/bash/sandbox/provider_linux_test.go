package sandbox_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func native(t testing.TB, o sandbox.Options) sandbox.Provider {
	t.Helper()
	o.Provider = "native"
	p, err := sandbox.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	if r := p.Report(t.Context()); r.Enforcement == sandbox.EnforcementNone {
		missing(t, r)
	}
	return p
}

// again runs one test of this binary in a process of its own, and returns what it printed.
func again(
	t testing.TB, name string, attr *syscall.SysProcAttr, program string, env ...string,
) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "-test.run="+name, "-test.v")
	c.Env = append(append(os.Environ(), "DSH_TEST_AGAIN=1"), env...)
	c.SysProcAttr = attr
	c.Dir = "/"
	text, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, text)
	}
	return string(text)
}

func TestWithoutTheHookNothingIsConfined(t *testing.T) {
	if os.Getenv("DSH_TEST_NO_HOOK") == "" {
		again(t, "^TestWithoutTheHookNothingIsConfined$", nil, "/proc/self/exe", "DSH_TEST_NO_HOOK=1")
		return
	}
	for _, o := range []sandbox.Options{{Provider: "native"}} {
		p, err := sandbox.New(o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Start(process.Command{Path: "/bin/true", Args: []string{"true"}, Dir: "/"},
			sandbox.Policy{Mode: sandbox.ReadOnly})
		e, ok := errors.AsType[*sandbox.Error](err)
		if !ok || e.Code != sandbox.CodeUnavailable || !strings.Contains(e.Error(), "sandbox.Main") {
			t.Errorf("error %v", err)
		}
		// Full access needs no supervisor.
		got := run(t, p, sandbox.Policy{Mode: sandbox.FullAccess}, "echo hi")
		if got.stdout != "hi\n" {
			t.Errorf("%+v", got)
		}
	}
}

// Everything holds for a user who is not root, too.
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
	var namespaces string
	if native(t, sandbox.Options{}).Report(t.Context()).Namespaces {
		namespaces = "DSH_TEST_NAMESPACES=1"
	}
	nobody := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	said := again(t, "^Test(TheNetwork|OtherProcesses|TheSupervisor|TheKernel|Attributes|ProcRoot|"+
		"Reading|Writes|ReadOnly|PrivateTemp|KillingEveryone|Namespaces|Capabilities)", nobody, program,
		"HOME="+dir, "TMPDIR="+dir, namespaces)
	if !strings.Contains(said, "PASS: TestWritesInsideWork") {
		t.Error(said)
	}
}

// Where root may make namespaces every user may: falling back to less would go unnoticed.
func TestNamespacesAreForEveryone(t *testing.T) {
	r := native(t, sandbox.Options{}).Report(t.Context())
	if os.Getenv("DSH_TEST_NAMESPACES") != "" && !r.Namespaces {
		t.Errorf("without namespaces: %v", r)
	}
}

// What a supervisor needs to prepare a command does not reach the command.
func TestCapabilitiesAreGone(t *testing.T) {
	var kept uint64
	if os.Geteuid() == 0 { // those that cannot break the confinement
		for _, c := range []int{unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER,
			unix.CAP_FSETID, unix.CAP_SETGID, unix.CAP_SETUID} {
			kept |= 1 << c
		}
	}
	for place, provider := range providers(t) {
		if provider.Report(t.Context()).Provider != "native" {
			continue
		}
		t.Run(place, func(t *testing.T) {
			got := run(t, provider, workspace(t), "cat /proc/self/status")
			seen := 0
			for line := range strings.Lines(got.stdout) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), ":\t")
				allowed, ok := map[string]uint64{"CapInh": 0, "CapAmb": 0, "CapPrm": kept, "CapEff": kept}[name]
				if !ok {
					continue
				}
				seen++
				has, err := strconv.ParseUint(value, 16, 64)
				if err != nil || has&^allowed != 0 {
					t.Errorf("%s is %s, %v", name, value, err)
				}
			}
			if seen != 4 {
				t.Errorf("%d sets in %s", seen, got.stdout)
			}
		})
	}
}

func TestASupervisorThatDiesIsAFailureAndIsReplaced(t *testing.T) {
	p := native(t, sandbox.Options{})
	policy := sandbox.Policy{Mode: sandbox.ReadOnly}
	tree, err := p.Start(process.Command{Path: "/bin/sleep", Args: []string{"sleep", "300"},
		Dir: "/"}, policy)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range supervisors(t) {
		if err := syscall.Kill(s, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}
	st := tree.Wait()
	if e, ok := errors.AsType[*sandbox.Error](st.Err); !ok || e.Code != sandbox.CodeUnavailable {
		t.Errorf("status %+v", st)
	}
	if !tree.Quiet(nil) {
		t.Error("not quiet")
	}
	if got := run(t, p, policy, "echo again"); got.stdout != "again\n" {
		t.Errorf("%+v", got)
	}
}

// supervisors are the supervisor processes of this one.
func supervisors(t testing.TB) []int {
	t.Helper()
	list, err := process.Descendants(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for _, s := range list {
		if line, ok := s.CommandLine(); ok && s.Parent == os.Getpid() &&
			strings.HasPrefix(line, "dsh-supervisor") {
			out = append(out, s.Pid)
		}
	}
	return out
}

// The host's secrets are not in the supervisor's environment, and no command text is in the
// arguments of any of its processes.
func TestTheSupervisorKnowsNoSecrets(t *testing.T) {
	t.Setenv("DSH_TEST_SECRET", "hunter2")
	p := native(t, sandbox.Options{})
	run(t, p, sandbox.Policy{Mode: sandbox.ReadOnly}, "true")
	for _, pid := range supervisors(t) {
		for _, name := range []string{"environ", "cmdline"} {
			text, err := os.ReadFile(filepath.Join("/proc", itoa(pid), name))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "hunter2") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
}

// Rules hold for a place, not for its path: a workspace made anew is writable again.
func TestAWorkspaceMadeAnew(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			ws := filepath.Join(outside(t), "ws")
			p := sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws}
			for range 3 {
				if err := os.Mkdir(ws, 0o755); err != nil {
					t.Fatal(err)
				}
				if got := run(t, provider, p, "touch '"+ws+"/x'"); got.status.Code != 0 {
					t.Errorf("%+v", got)
				}
				if err := os.Rename(ws, ws+"-old"); err != nil {
					t.Fatal(err)
				}
				if err := os.RemoveAll(ws + "-old"); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A link to the workspace is followed once, when the policy is applied.
func TestAWorkspaceReachedThroughALink(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			out := outside(t)
			ws, link := filepath.Join(out, "sub"), filepath.Join(out, "link")
			if err := os.Symlink(ws, link); err != nil {
				t.Fatal(err)
			}
			p := sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: link}
			got := run(t, provider, p, "cd '"+link+"' && touch x && ! touch ../y 2>/dev/null")
			if got.status.Code != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestSpawnFailuresAreNotTheSandboxs(t *testing.T) {
	for place, provider := range providers(t) {
		if provider.Report(t.Context()).Provider != "native" {
			continue // bubblewrap tells of both in the same way
		}
		t.Run(place, func(t *testing.T) {
			tree, err := provider.Start(process.Command{Path: "/no/such/program",
				Args: []string{"x"}, Dir: "/"}, sandbox.Policy{Mode: sandbox.ReadOnly})
			if err != nil {
				t.Fatal(err)
			}
			st := tree.Wait()
			if e, ok := errors.AsType[*process.Error](st.Err); !ok || e.Code != process.CodeSpawn {
				t.Errorf("status %+v", st)
			}
			tree.Quiet(nil)
		})
	}
}

func TestExtraDescriptorsArrive(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			r, w := pipe(t)
			if _, err := w.WriteString("extra"); err != nil {
				t.Fatal(err)
			}
			w.Close()
			got := start(t, provider, sandbox.Policy{Mode: sandbox.ReadOnly}, process.Command{
				Path: "/bin/bash", Args: []string{"bash", "-c", "cat <&3; (: <&4) 2>&- || echo; " +
					"echo $0", "bash"}, Dir: "/", Env: []string{"PATH=/usr/bin:/bin"}, Extra: []*os.File{r}})
			if got.stdout != "extra\nbash\n" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestAReportCutShortIsMadeAgain(t *testing.T) {
	p, err := sandbox.New(sandbox.Options{Provider: "native"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := p.Report(ctx); r.Enforcement != sandbox.EnforcementNone {
		t.Errorf("cut short: %+v", r)
	}
	if r := p.Report(t.Context()); r.Enforcement == sandbox.EnforcementNone {
		missing(t, r)
	}
}

func TestOldKernelsAreReported(t *testing.T) {
	for _, abi := range []int{1, 2, 3, 5, 6} {
		p, err := sandbox.New(sandbox.Options{Provider: "native", NoNamespaces: true, Landlock: abi})
		if err != nil {
			t.Fatal(err)
		}
		r := p.Report(t.Context())
		if r.Landlock < abi {
			t.Logf("the kernel has no Landlock of version %d", abi)
			continue
		}
		said := r.String()
		if r.Enforcement != sandbox.EnforcementPartial ||
			strings.Contains(said, "cutting files") != (abi < 3) ||
			strings.Contains(said, "signals") != (abi < 6) {
			t.Errorf("version %d: %s", abi, said)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	p, err := sandbox.New(sandbox.Options{Provider: "native", NoNamespaces: true, Landlock: -1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Start(process.Command{Path: "/bin/true"}, sandbox.Policy{
		Mode: sandbox.ReadOnly}); code(err) != sandbox.CodeUnavailable {
		t.Errorf("without Landlock: %v", err)
	}
}
