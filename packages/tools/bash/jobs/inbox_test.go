package jobs_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
)

// office is one agent with the plugin among its rows.
type office struct {
	service *jobs.Service
	agents  *agent.Agents
	agent   *agent.Agent
	prompt  *systemprompt.Prompt
}

func newOffice(t *testing.T, config string) *office {
	t.Helper()
	registry, err := tools.New(tools.Options{})
	must(t, err)
	agents, err := agent.New(nil)
	must(t, err)
	prompt, err := systemprompt.New(systemprompt.Config{})
	must(t, err)
	root := scope.NewRoot("test")
	log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: "a"}),
		session.Options{})
	must(t, err)
	o := &office{service: jobs.NewService(), agents: agents, prompt: prompt}
	plugin := jobs.Plugin(jobs.Params{
		Tools: registry, Jobs: o.service, Agents: agents, Prompt: prompt,
	})
	o.agent, err = agents.Create(t.Context(), agent.Spec{ID: "a", Scope: root, Log: log,
		Setup: func(ctx context.Context, a *agent.Agent) error {
			return plugin.Install(ctx, a.Scope(), []byte(config))
		}})
	must(t, err)
	t.Cleanup(func() {
		must(t, root.Close(context.WithoutCancel(t.Context())))
		must(t, log.Close(context.WithoutCancel(t.Context())))
	})
	return o
}

// finish has a job of the agent begin and end.
func (o *office) finish(t *testing.T) {
	t.Helper()
	r, ok := o.service.Nearest(o.agent.Identity())
	if !ok {
		t.Fatal("no registry")
	}
	l := newLabour()
	begin(t, r, l.start("a"))
	l.end <- jobs.End{Status: jobs.StatusCompleted, Detail: "exit code: 0"}
	synctest.Wait()
}

// step does what a loop does before a step, and returns what it claimed.
func (o *office) step(t *testing.T) []llm.Message {
	t.Helper()
	claimed := o.agent.Inbox().Claim()
	_, err := o.agents.DecideStep(t.Context(), &agent.Step{Agent: o.agent, Messages: claimed})
	must(t, err)
	return claimed
}

func TestAnEndedJobIsInItsOwnersInbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, `{"maxConsecutiveWakes": 1}`)
		o.finish(t)
		if n := o.agent.Inbox().Wakes(); n != 1 {
			t.Errorf("%d wakes after the first notice", n)
		}
		got := o.step(t)
		const want = "Background job bash-1 ended [status: completed, exit code: 0]. " +
			"Read its output with job_output."
		if len(got) != 1 || got[0].Role != llm.RoleUser || !got[0].Content.Equal(llm.TextContent(want)) ||
			got[0].Source != (llm.Source{Kind: llm.SourcePlugin, Name: jobs.PluginName}) {
			t.Errorf("messages %+v", got)
		}
		// The budget is spent: the next notice waits for a step that someone else begins.
		o.finish(t)
		if n := o.agent.Inbox().Wakes(); n != 1 || o.agent.Inbox().Len() != 1 {
			t.Errorf("%d wakes, %d messages", n, o.agent.Inbox().Len())
		}
		// A plugin's word does not renew the budget, a person's does.
		o.step(t)
		o.finish(t)
		if n := o.agent.Inbox().Wakes(); n != 1 {
			t.Errorf("%d wakes after a notice was read", n)
		}
		must(t, o.agent.Inbox().Post(llm.UserMessage("go on")))
		o.step(t)
		o.finish(t)
		if n := o.agent.Inbox().Wakes(); n != 3 {
			t.Errorf("%d wakes after a person spoke", n)
		}
	})
}

func TestQuietDeliveryWakesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, `{"completionDelivery": "quiet"}`)
		o.finish(t)
		if in := o.agent.Inbox(); in.Wakes() != 0 || in.Len() != 1 {
			t.Errorf("%d wakes, %d messages", in.Wakes(), in.Len())
		}
	})
}

func TestADeliveryTakesThePlaceOfTheInbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, "")
		var told []jobs.Notice
		_, err := o.service.Deliveries.Provide(o.agent.Scope(), func(n jobs.Notice) {
			told = append(told, n)
		})
		must(t, err)
		o.finish(t)
		if len(told) != 1 || told[0].Owner != "a" || o.agent.Inbox().Len() != 0 {
			t.Errorf("told %+v, %d messages", told, o.agent.Inbox().Len())
		}
	})
}

func TestANoticeToAnAgentThatIsGoneIsDropped(t *testing.T) {
	agents, err := agent.New(nil)
	must(t, err)
	jobs.ToInbox(agents)(jobs.Notice{Owner: "nobody", Text: "x", Wake: true})
}

func TestThePromptSpeaksOfJobs(t *testing.T) {
	o := newOffice(t, "")
	a, err := o.prompt.Assemble(t.Context(), systemprompt.Input{Key: o.agent.Key(), AgentID: "a"})
	must(t, err)
	if len(a.Sections) != 1 || a.Sections[0].Name != "tools:jobs" || a.Sections[0].Text == "" {
		t.Errorf("sections %+v", a.Sections)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
