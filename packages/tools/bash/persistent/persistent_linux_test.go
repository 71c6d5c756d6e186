package persistent_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/persistent"
	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	goleak.VerifyTestMain(m)
}

type pool struct{ registry *tools.Registry }

func (p pool) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (p pool) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return p.registry.RunBatch(ctx, b, nil)
}

type world struct {
	testing.TB
	reg   *tools.Registry
	root  *scope.Scope
	agent *tools.Agent
}

func newWorld(t testing.TB, executor, tool string) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	w := &world{TB: t, reg: reg, root: scope.NewRoot("test")}
	t.Cleanup(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // no grace in tests
		must(t, w.root.Close(context.WithoutCancel(ctx)))
	})
	_, err = reg.Mount(w.root, pool{reg})
	must(t, err)
	service := shell.NewService(reg)
	for _, row := range []struct {
		plugin plugin.Plugin
		config string
	}{
		{local.Plugin(local.Params{Shell: service}), executor},
		{persistent.Plugin(persistent.Params{Tools: reg, Shell: service}), tool},
	} {
		s, err := w.root.Child(row.plugin.Name)
		must(t, err)
		must(t, row.plugin.Install(t.Context(), s, []byte(row.config)))
	}
	w.agent = w.newAgent("one")
	return w
}

func (w *world) newAgent(id string) *tools.Agent {
	s, err := w.root.Keyed(id, nil)
	must(w, err)
	return &tools.Agent{ID: id, Key: s.Key(), Dir: w.TempDir()}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) call(ctx context.Context, a *tools.Agent, command string) *tools.Result {
	w.Helper()
	text, err := json.Marshal(map[string]any{"command": command})
	must(w, err)
	r, err := w.reg.Execute(ctx, &tools.Batch{Agent: a, Calls: []tools.RawCall{
		{CallID: "c", Name: "bash", Arguments: string(text)}}})
	must(w, err)
	return r.Outcomes[0].Result
}

func (w *world) bash(command string) string {
	w.Helper()
	r := w.call(w.Context(), w.agent, command)
	if len(r.Content()) == 0 {
		return ""
	}
	return r.Content()[0].(llm.Text).Text
}

func (w *world) expect(command, want string) {
	w.Helper()
	if got := w.bash(command); got != want {
		w.Errorf("%s: %q, want %q", command, got, want)
	}
}

func TestStateStays(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	w.expect("pwd", w.agent.Dir)
	w.expect("cd /usr; x='a b'; f() { echo \"f $x\"; }", "")
	w.expect("f; pwd", "f a b\n/usr")
	w.expect("false", "[exit code: 1]")
	w.expect("printf a; (exit 7)", "a\n[exit code: 7]")
	w.expect("echo a; echo; echo", "a\n\n")
	w.expect("test -t 1 && echo terminal; read y || echo no input", "terminal\nno input")
	w.expect("cat", "")
	w.expect("echo ${#x} 'it''s' \"$x\" `echo b` !! # comment", "3 its a b b !!")
	w.expect("cat <<'E'\nhere $x\nE", "here $x")
	if got := w.bash("if"); !strings.HasSuffix(got, "unexpected end of file\n[exit code: 2]") {
		t.Errorf("got %q", got)
	}
	w.expect("printf 'a\\r\\nb\\tc\\xff'", "a\r\nb\tc\ufffd")
	w.expect("echo $0 $DSH_SHELL $TERM", "bash 1 dumb")
	w.expect("(: <&3) 2>&- || echo commands do not have it",
		"commands do not have it")
}

func TestBackgroundProcessesAreQuiet(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	w.expect("sleep 300 & echo started", "started")
	w.expect("kill %1 && wait %1; echo $?", "143")
}

func TestOutputIsClippedAtItsEnd(t *testing.T) {
	w := newWorld(t, `{}`, `{"maxOutputChars":5}`)
	got := w.bash("printf 'éééééé%.0s' $(seq 100000)")
	if !strings.HasPrefix(got, "ééééé\n[output clipped after 5 characters") {
		t.Errorf("got %q", got)
	}
	w.expect("printf ééééé", "ééééé")
}

func TestALongCommandAndALongLine(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	long := strings.Repeat("x", 200_000)
	w.expect("x="+long+"; echo ${#x}", "200000")
	w.expect("head -c 50000000 /dev/zero | tr '\\0' y | wc -c", "50000000")
}

func TestAnEndedShellIsReplaced(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	const note = "[the next call starts a fresh shell in the workspace]"
	w.expect("x=1; echo bye; exit 3", "bye\n[shell exited: code 3]\n"+note)
	w.expect("echo \"[$x]\"", "[]")
	w.expect("kill -KILL $$", "[shell killed by signal: SIGKILL]\n"+note)
	w.expect("sleep 300 & exit 0", "[shell exited: code 0]\n"+note)
	w.expect("set -e; false; echo not reached", "[shell exited: code 1]\n"+note)
	w.expect("echo on", "on")
}

func TestAShellThatTakesTooLongIsEnded(t *testing.T) {
	w := newWorld(t, `{"graceMs":100}`, `{"timeoutMs":400}`)
	got := w.bash("echo partial; trap '' TERM; sleep 300.25")
	if got != "partial\n[the command did not end within 0.4 seconds; the shell was ended]\n"+
		"[the next call starts a fresh shell in the workspace]" {
		t.Errorf("got %q", got)
	}
	if n := count(t, "sleep\x00300.25"); n > 0 {
		t.Errorf("%d processes are left", n)
	}
	w.expect("echo on", "on")
}

func TestCancellationEndsTheShell(t *testing.T) {
	w := newWorld(t, `{"graceMs":100}`, `{}`)
	w.expect("x=1", "")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for count(t, "sleep\x00300.75") == 0 && t.Context().Err() == nil {
			continue
		}
		cancel()
	}()
	r := w.call(ctx, w.agent, "sleep 300.75")
	if info, ok := r.Failure().Info(); !ok || info.Code != "ABORTED" {
		t.Errorf("failure %+v", r.Failure())
	}
	if n := count(t, "sleep\x00300.75"); n > 0 {
		t.Errorf("%d processes are left", n)
	}
	w.expect("echo \"[$x]\"", "[]")
}

func count(t testing.TB, words string) int {
	t.Helper()
	list, err := process.Processes()
	must(t, err)
	n := 0
	for _, p := range list {
		if line, ok := p.CommandLine(); ok && strings.Contains(line, words) && !p.Zombie {
			n++
		}
	}
	return n
}

func TestAgentsHaveShellsOfTheirOwn(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	other := w.newAgent("two")
	w.expect("x=1", "")
	if got := w.call(t.Context(), other, "echo [$x]").Content()[0].(llm.Text).Text; got != "[]" {
		t.Errorf("got %q", got)
	}
}

func TestCallsOfAnAgentTakeTurns(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	w.expect("n=0", "")
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if r := w.call(t.Context(), w.agent, "m=$n; n=$((m+1))"); r.IsError() {
				t.Error(r.Failure())
			}
		})
	}
	all.Wait()
	w.expect("echo $n", "10")
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, `{}`, `{}`)
	w.expect(" ", "Error: command must be a non-empty string")
	r := w.call(t.Context(), nil, "true")
	if got := r.Failure().Message(); got != "bash requires an owning agent session" {
		t.Errorf("got %q", got)
	}
	for _, config := range []string{`{"backendType":"x"}`, `{"timeoutMs":-1}`,
		`{"maxOutputChars":-1}`, `{"description":" "}`, `{"unknown":1}`} {
		s, err := w.root.Child("again")
		must(t, err)
		p := persistent.Plugin(persistent.Params{Tools: w.reg, Shell: shell.NewService(w.reg)})
		if err := p.Install(t.Context(), s, []byte(config)); err == nil {
			t.Errorf("%s was accepted", config)
		}
	}
}

func TestAConfinedShell(t *testing.T) {
	w := newWorld(t, `{"sandbox":{"mode":"workspace-write"}}`, `{}`)
	got := w.bash("touch here && test -t 1 && touch /var/tmp/dsh-not-here; echo $?")
	if !strings.HasSuffix(got, "\n1") {
		t.Errorf("got %q", got)
	}
	w.expect("exit 4", "[shell exited: code 4]\n[the next call starts a fresh shell in the workspace]")
}

func ExampleTool() {
	fmt.Println(persistent.Config{}.Defaults().Validate())
	// Output: <nil>
}
