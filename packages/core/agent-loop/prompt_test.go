package agentloop_test

import (
	"context"
	"strings"
	"testing"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/google/go-cmp/cmp"
)

// With a system prompt, its sections, its order of tools and its context make the
// request, and what the executor describes is what is declared.
func TestSystemPrompt(t *testing.T) {
	var requests []llm.Request
	m := inTurn(calling("b"), saying("done"))
	w := newWorld(t, modelFunc(func(ctx context.Context, r llm.Request, s llm.Sink) (llm.Response, error) {
		requests = append(requests, r)
		return m(ctx, r, s)
	}), agentloop.Config{})
	p, err := systemprompt.New(systemprompt.Config{ToolOrder: []string{"b", systemprompt.RestEntry, "hidden"}})
	must(t, err)
	_, err = p.AddSection(t.Context(), w.Root, systemprompt.Section{Name: "about", Text: "You are a test."})
	must(t, err)
	step := "first"
	_, err = p.AddContext(t.Context(), w.Root, systemprompt.Section{Name: "where", Make: func(context.Context, *systemprompt.Input) (string, error) {
		return "This is the " + step + " step.", nil
	}})
	must(t, err)
	w.services.Prompt, err = agentloop.System(t.Context(), w.Root, p, w.Registry)
	must(t, err)
	for _, name := range []string{"a", "b", "c"} {
		w.Register(testkit.Tool(name, func(context.Context, *tools.Exec) (any, error) { step = "second"; return "ok", nil }))
	}
	w.Register(testkit.Tool("hidden", ok), tools.When(func(context.Context, tools.Activation) (bool, error) { return false, nil }))
	w.loop, err = agentloop.New(w.agent, w.services, agentloop.Config{})
	must(t, err)
	if o := w.say("go"); o.Reason != session.EndCompleted {
		t.Fatalf("%+v", o)
	}
	var names []string
	for _, d := range requests[0].Tools {
		names = append(names, d.Name)
	}
	if diff := cmp.Diff([]string{"b", "a", "c"}, names); diff != "" || requests[0].System != "You are a test." {
		t.Errorf("system %q, tools %s", requests[0].System, diff)
	}
	last := func(r llm.Request) string { return r.Messages[len(r.Messages)-1].Content.Text() }
	if !strings.HasSuffix(last(requests[0]), "first step.") || !strings.HasSuffix(last(requests[1]), "second step.") {
		t.Errorf("contexts %q and %q", last(requests[0]), last(requests[1]))
	}
	if strings.Contains(strings.Join(texts(w.agent.Log().Messages()), " "), "step.") {
		t.Error("a context stays in the history")
	}
	if got := strings.Count(w.types(), "request/context"); got != 2 || strings.Count(w.types(), "request/header") != 1 {
		t.Errorf("recorded %s", w.types())
	}
}

// A prompt that cannot be assembled fails the turn before any request.
func TestPromptFails(t *testing.T) {
	w := newWorld(t, inTurn(), agentloop.Config{})
	p, err := systemprompt.New(systemprompt.Config{ToolOrder: []string{"misspelt", systemprompt.RestEntry}})
	must(t, err)
	w.services.Prompt, err = agentloop.System(t.Context(), w.Root, p, w.Registry)
	must(t, err)
	w.loop, err = agentloop.New(w.agent, w.services, agentloop.Config{})
	must(t, err)
	o := w.say("go")
	if o.Reason != session.EndError || agentloop.CodeOf(o.Err) != agentloop.CodePrompt || w.types() != "turn/start turn/end" {
		t.Errorf("%+v: %s", o, w.types())
	}
}
