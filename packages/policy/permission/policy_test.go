package permission_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/testkit"
)

const mixed = `{"rules": [
	{"action": "deny", "tool": "no", "reason": "not today"}, {"action": "ask", "tool": "maybe"}, {"action": "allow"}]}`

func TestDecisions(t *testing.T) {
	k := testkit.New(t)
	approver := &testkit.Approver{Answer: tools.ApprovalAllowedOnce}
	_, err := k.Registry.ProvideApprover(k.Root, approver)
	must(t, err)
	must(t, rules(t, mixed).Install(k.Root, k.Registry))
	for _, name := range []string{"no", "maybe", "yes"} {
		k.Register(testkit.Tool(name, ok))
	}
	a, _ := k.Agent("a", nil)
	r := k.Run(t.Context(), &tools.Batch{Agent: a, Calls: testkit.Calls("no", "", "maybe", "", "yes", "")})
	got := testkit.Status(r.Outcomes[0].Result) + " " + testkit.Status(r.Outcomes[1].Result) + " " + testkit.Status(r.Outcomes[2].Result)
	if got != "PERMISSION_DENIED ok ok" || len(approver.Asked()) != 1 {
		t.Errorf("%s, asked %v", got, approver.Asked())
	}
	if text := r.Outcomes[0].Result.Content().Text(); text != "Error: not today" {
		t.Errorf("the model reads %q", text)
	}
}

// Of two policies the stricter one counts, wherever it stands.
func TestTheStricterWins(t *testing.T) {
	type next = event.Next[*tools.Call, tools.Decision]
	for _, tt := range []struct {
		rule  string
		other tools.Decision
		want  string
	}{
		{"allow", tools.Allow(), "ok"}, {"allow", tools.Ask("x"), "ask"}, {"allow", tools.Deny("other"), "other"},
		{"ask", tools.Allow(), "ask"}, {"ask", tools.Deny("other"), "other"}, {"deny", tools.Allow(), "deny"},
	} {
		for _, outside := range []bool{true, false} {
			k := testkit.New(t)
			other := func(ctx context.Context, _ *tools.Call, n next) (tools.Decision, error) {
				if tt.other.Allows() && !outside {
					return n.Do(ctx)
				}
				return tt.other, nil
			}
			install := func() { must(t, k.Registry.Events.PreExecute.On(k.Root, other)) }
			if outside && tt.want != "ask" || outside && !tt.other.Allows() {
				install()
			}
			must(t, rules(t, `{"rules": [{"action": "`+tt.rule+`", "reason": "`+tt.rule+`"}]}`).Install(k.Root, k.Registry))
			if !outside {
				install()
			}
			k.Register(testkit.Tool("t", ok))
			a, _ := k.Agent("a", nil)
			r := k.Run(t.Context(), &tools.Batch{Agent: a, Calls: testkit.Calls("t")}).Outcomes[0].Result
			text := r.Content().Text()
			if tt.want == "ask" && r.IsError() || strings.Contains(text, tt.want) {
				continue
			}
			t.Errorf("rule %s, other %+v, outside %v: %s", tt.rule, tt.other, outside, text)
		}
	}
}

// Nested calls meet the same rules as direct ones.
func TestNestedCalls(t *testing.T) {
	k := testkit.New(t)
	must(t, rules(t, mixed).Install(k.Root, k.Registry))
	k.Register(testkit.Tool("no", ok))
	var inner *tools.Result
	k.Register(testkit.Tool("outer", func(ctx context.Context, x *tools.Exec) (any, error) {
		inner = x.Nested().Call(ctx, tools.Invocation{CallID: "n", Name: "no"}).Result
		return "ok", nil
	}))
	k.Call(t.Context(), "outer", "")
	if testkit.Status(inner) != string(permission.CodeDenied) {
		t.Errorf("got %v", inner.Failure())
	}
}

// A tool that is refused whatever its arguments is not shown, whenever it came.
func TestRefusedToolsAreHidden(t *testing.T) {
	k := testkit.New(t)
	agents := newAgents(t)
	p := rules(t, `{"rules": [{"action": "allow", "tool": "web_ok"}, {"action": "deny", "tool": "web_*"},
		{"action": "deny", "tool": "bash", "where": [{"argument": "command", "command": ["rm *"]}]}]}`)
	k.Register(testkit.Tool("web_a", ok))
	k.Register(testkit.Tool("bash", ok))
	must(t, p.Hide(k.Root, k.Registry, agents))
	must(t, p.Install(k.Root, k.Registry))
	a := create(k, agents, "a", nil)
	if got := names(k, a); got != "bash " {
		t.Errorf("at first: %s", got)
	}
	k.Register(testkit.Tool("web_ok", ok))
	remove := k.Register(testkit.Tool("web_b", ok))
	if got := names(k, a); got != "bash web_ok " {
		t.Errorf("later: %s", got)
	}
	r := k.Run(t.Context(), &tools.Batch{Agent: a.Identity(), Calls: testkit.Calls("web_b")}).Outcomes[0].Result
	if !r.IsError() {
		t.Error("a hidden tool ran")
	}
	remove()
	if got := names(k, a); got != "bash web_ok " {
		t.Errorf("at the end: %s", got)
	}
}

// Rules that allow everything cost nothing: the policy listens to nothing.
func TestNoRules(t *testing.T) {
	k := testkit.New(t)
	agents := newAgents(t)
	p, err := permission.New(permission.Config{}, nil)
	must(t, err)
	must(t, p.Hide(k.Root, k.Registry, agents))
	must(t, p.Install(k.Root, k.Registry))
	ev := &k.Registry.Events
	if n := ev.PreExecute.Len() + ev.Change.Len() + agents.Events.Created.Len(); n != 0 {
		t.Errorf("%d listeners", n)
	}
}

func TestPresets(t *testing.T) {
	k := testkit.New(t)
	agents := newAgents(t)
	p, err := permission.NewPresets(agents, permission.PresetsConfig{
		More: []permission.Preset{{Name: "quiet", SandboxMode: "read-only", ApprovalPolicy: "never"}},
	})
	must(t, err)
	must(t, p.Install(k.Root))
	a := create(k, agents, "a", nil)
	child := create(k, agents, "a/1", a)
	if got := p.Current(a).Name; got != "workspace-write" {
		t.Errorf("a new session is under %s", got)
	}
	if mode, found := p.SandboxMode(child.Identity()); !found || mode != "workspace-write" {
		t.Errorf("the child's mode is %q", mode)
	}
	watch := permission.NewWatch(a)
	watches := func() {
		t.Helper()
		if w, f := watch.Facts(), permission.Facts(a); w != f {
			t.Errorf("the watch says %v, the log %v", w, f)
		}
	}
	watches()
	before := a.Log().Len()
	must(t, p.Switch(t.Context(), a, "read-only"))
	watches()
	if n := a.Log().Len() - before; n != 2 { // the mode and the name; the approval policy is the same
		t.Errorf("%d facts were recorded", n)
	}
	if p.Current(a).Name != "read-only" || a.Inbox().Len() != 1 {
		t.Errorf("now under %v, %d notices", p.Current(a), a.Inbox().Len())
	}
	_, err = a.Log().Append(t.Context(), session.Record{
		Type: session.TypeSandboxMode, Data: map[string]string{"mode": "danger-full-access"},
	})
	must(t, err)
	watches()
	if got := p.Current(a).Name; got != permission.Custom {
		t.Errorf("facts that match no preset are %s", got)
	}
	if err := p.Switch(t.Context(), a, "yolo"); permission.CodeOf(err) != permission.CodeUnknownPreset || !strings.Contains(err.Error(), "quiet") {
		t.Errorf("unknown preset: %v", err)
	}
	for _, bad := range []permission.PresetsConfig{
		{Default: "yolo"}, {More: []permission.Preset{{Name: "custom"}}}, {More: []permission.Preset{{Name: "read-only"}}},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}
