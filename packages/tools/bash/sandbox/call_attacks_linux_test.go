package sandbox_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// target is an attack of attacker_linux_test.go and what it is aimed at.
type target struct{ attack, at string }

// attempt runs attacks inside a sandbox, one process for all, and returns what came of each.
func attempt(t testing.TB, provider sandbox.Provider, p sandbox.Policy, list ...target) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, len(list))
	for i, a := range list {
		lines[i] = a.attack + "=" + a.at
	}
	got := start(t, provider, p, process.Command{Path: self, Args: []string{"attacker"}, Dir: "/",
		Env: []string{"DSH_ATTACK=" + strings.Join(lines, "\n"), "GORACE=atexit_sleep_ms=0"}})
	results := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
	if got.status.Code != 0 || got.status.Err != nil || len(results) != len(list) {
		t.Fatalf("the attacker failed: %+v", got)
	}
	return results
}

// mustFail runs attacks of which none may succeed.
func mustFail(t testing.TB, provider sandbox.Provider, p sandbox.Policy, list ...target) {
	t.Helper()
	for i, result := range attempt(t, provider, p, list...) {
		if result == "open" {
			t.Errorf("%s of %q succeeded", list[i].attack, list[i].at)
		}
	}
}

// workspace is the policy of most attacks.
func workspace(t testing.TB) sandbox.Policy {
	return sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: t.TempDir()}
}

// control tells whether an attack works at all on this machine, without a sandbox.
func control(t testing.TB, name, target string) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self)
	c.Env = []string{"DSH_ATTACK=" + name + "=" + target}
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text)) == "open"
}

// listeners are what an attacker would like to reach.
func listeners(t testing.TB) map[string]string {
	t.Helper()
	sockets := filepath.Join(outside(t), "s")
	short, err := os.MkdirTemp("/tmp", "dsh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(short) })
	abstract := "dsh-attack-" + strconv.Itoa(os.Getpid()) + strings.ReplaceAll(t.Name(), "/", "-")
	targets := make(map[string]string)
	for name, at := range map[string][2]string{
		"tcp4": {"tcp4", "127.0.0.1:0"}, "tcp6": {"tcp6", "[::1]:0"},
		"unix": {"unix", sockets}, "unix in /tmp": {"unix", filepath.Join(short, "s")},
		"abstract": {"unix", "@" + abstract},
	} {
		l, err := net.Listen(at[0], at[1])
		if err != nil {
			t.Logf("no listener for %s: %v", name, err)
			continue
		}
		t.Cleanup(func() { l.Close() })
		targets[name] = strings.TrimPrefix(l.Addr().String(), "@")
	}
	for name, at := range map[string][2]string{
		"udp": {"udp4", "127.0.0.1:0"}, "datagram pair": {"unixgram", filepath.Join(short, "d")},
	} {
		c, err := net.ListenPacket(at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		targets[name] = c.LocalAddr().String()
	}
	for _, name := range []string{"raw", "netlink", "packet", "vsock", "io_uring", "second ABI"} {
		targets[name] = ""
	}
	return targets
}

func TestTheNetworkIsClosed(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			var list []target
			for name, at := range listeners(t) {
				list = append(list, target{strings.TrimSuffix(name, " in /tmp"), at})
			}
			mustFail(t, provider, workspace(t), list...)
		})
	}
}

// Without a sandbox the attacks do work, else their failure would say nothing.
func TestTheNetworkIsThere(t *testing.T) {
	for name, at := range listeners(t) {
		if !control(t, strings.TrimSuffix(name, " in /tmp"), at) {
			t.Logf("%s does not work on this machine at all", name)
		}
	}
}

func TestAPolicyMayLeaveTheNetworkOpen(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			at, p := listeners(t), workspace(t)
			p.Network = true
			for i, result := range attempt(t, provider, p, target{"tcp4", at["tcp4"]},
				target{"udp", at["udp"]}, target{"unix", at["unix"]}) {
				if result != "open" {
					t.Errorf("%d: %s", i, result)
				}
			}
		})
	}
}

func TestSocketPairsStay(t *testing.T) {
	if _, err := exec.LookPath("perl"); err != nil {
		missing(t, "needs perl")
	}
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			got := run(t, provider, sandbox.Policy{Mode: sandbox.ReadOnly}, `perl -MSocket -e '`+
				`socketpair(A, B, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die $!; print "pair\n"'`)
			if got.stdout != "pair\n" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// victim is a process of the same user outside the sandbox.
func victim(t testing.TB) string {
	t.Helper()
	c := exec.Command("sleep", "300")
	c.Env = []string{"VICTIM_SECRET=hunter2"}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait() // killed by us
	})
	return strconv.Itoa(c.Process.Pid)
}

func TestOtherProcessesAreOutOfReach(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			report := provider.Report(t.Context())
			var list []target
			for _, pid := range []string{victim(t), strconv.Itoa(os.Getpid())} {
				for _, attack := range []string{"ptrace", "memory", "vm_writev", "environment",
					"descriptors", "signal", "pidfd", "prlimit", "setns"} {
					if attack == "signal" && !report.Namespaces && report.Landlock < 6 {
						continue // the report says that signals are not stopped
					}
					list = append(list, target{attack, pid})
				}
			}
			mustFail(t, provider, workspace(t), list...)
		})
	}
}

// The supervisor stands between: who controls it is out. The first process of bubblewrap's
// namespace is within reach of the command; it has no more rights, but no filter (see README).
func TestTheSupervisorIsOutOfReach(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			if provider.Report(t.Context()).Provider == "native" {
				mustFail(t, provider, workspace(t), target{"ptrace", "parent"},
					target{"memory", "parent"}, target{"vm_writev", "parent"},
					target{"environment", "parent"}, target{"descriptors", "parent"})
			}
			got := run(t, provider, workspace(t), `kill -9 $PPID 2>/dev/null; `+
				`kill -9 -$PPID 2>/dev/null; kill -9 1 2>/dev/null; echo alive`)
			if got.stdout != "alive\n" || got.status.Err != nil {
				t.Errorf("killing the parent: %+v", got)
			}
		})
	}
}

func TestKillingEveryoneKillsNobodyElse(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			pid := victim(t)
			got := run(t, provider, sandbox.Policy{Mode: sandbox.ReadOnly},
				`kill -9 -- -1; echo $?`)
			if got.status.Err != nil {
				t.Errorf("%+v", got)
			}
			if _, err := os.Stat("/proc/" + pid + "/exe"); err != nil {
				t.Error("the victim is dead")
			}
			n, err := strconv.Atoi(pid)
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := process.Lookup(n); !ok || p.Zombie {
				t.Error("the victim was killed")
			}
		})
	}
}

func TestTheKernelsDoorsAreClosed(t *testing.T) {
	out := outside(t)
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			report := provider.Report(t.Context())
			list := []target{{"user namespace", ""}, {"clone", ""}, {"mount", ""}, {"remount", ""},
				{"chroot", ""}, {"keys", ""}, {"bpf", ""}, {"perf", ""}, {"userfaultfd", ""},
				{"handle", ""}, {"typing", ""}, {"new device", filepath.Join(out, "dev")}}
			// What a report calls missing is not promised.
			if report.Namespaces || report.Landlock >= 3 {
				list = append(list, target{"truncate", filepath.Join(out, "precious")})
			}
			if report.Provider != "native" || report.Landlock > 0 {
				list = append(list, target{"device", someDisk()})
			}
			mustFail(t, provider, workspace(t), list...)
		})
	}
}

// someDisk is a device that must not be written; the attack opens it and writes nothing.
func someDisk() string {
	for _, path := range []string{"/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/mem"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return "/dev/kmsg"
}

func TestAttributesOutsideAreStoppedByNamespaces(t *testing.T) {
	for place, provider := range providers(t) {
		if !provider.Report(t.Context()).Namespaces {
			continue // the report says that they are not
		}
		t.Run(place, func(t *testing.T) {
			file := filepath.Join(outside(t), "precious")
			mustFail(t, provider, workspace(t), target{"chmod", file}, target{"times", file},
				target{"attribute", file})
		})
	}
}

func TestProcRootLeadsNowhere(t *testing.T) {
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			file := filepath.Join(outside(t), "new")
			var list []target
			for _, pid := range []string{"self", "1", victim(t), strconv.Itoa(os.Getpid())} {
				list = append(list, target{"root link", pid + "," + file})
			}
			mustFail(t, provider, workspace(t), list...)
			if _, err := os.Stat(file); err == nil {
				t.Error("written outside")
			}
		})
	}
}

func TestASetuidProgramGainsNothing(t *testing.T) {
	if os.Geteuid() != 0 {
		missing(t, "making a setuid program needs root")
	}
	program := filepath.Join(outside(t), "shell")
	text, err := os.ReadFile("/bin/bash")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(program, os.ModeSetuid|0o755); err != nil {
		t.Fatal(err)
	}
	if !control(t, "privileges", program) {
		missing(t, "setuid programs have no effect here at all")
	}
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			mustFail(t, provider, workspace(t), target{"privileges", program})
		})
	}
}

func TestReadingAsTheModePromises(t *testing.T) {
	secret := filepath.Join(outside(t), "precious")
	for place, provider := range providers(t) {
		t.Run(place, func(t *testing.T) {
			ws := t.TempDir()
			open := sandbox.Policy{Mode: sandbox.ReadOnly, Root: ws}
			if got := run(t, provider, open, `cat "$SECRET"`, "SECRET="+secret); got.stdout != "precious" {
				t.Errorf("reading is not restricted by default: %+v", got)
			}
			hidden := sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws, Readable: []string{ws}}
			if report := provider.Report(t.Context()); report.Landlock == 0 {
				if _, err := provider.Start(process.Command{Path: "/bin/true"}, hidden); err == nil {
					t.Error("a promise that cannot be kept was made")
				}
				return
			}
			got := run(t, provider, hidden, `ln -s "$SECRET" `+ws+`/l; cat "$SECRET" `+ws+`/l `+
				`"/proc/self/root$SECRET"; ls "$(dirname "$SECRET")"; bash -c 'echo works'`,
				"SECRET="+secret)
			if strings.Contains(got.stdout, "precious") || !strings.HasSuffix(got.stdout, "works\n") {
				t.Errorf("%+v", got)
			}
		})
	}
}
