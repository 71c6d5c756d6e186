package cli

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// agentView shows an agent at work: its text and its calls, or with json the
// events of its session.
type agentView struct {
	screen   *screen
	json     bool
	registry *tools.Registry

	attempt int // of the answer that arrives; only the log's observer uses it

	mu    sync.Mutex
	calls []shownCall // that run, oldest first
}

type shownCall struct {
	call  *tools.Call
	title string
	start time.Time
}

func newAgentView(s Streams, json bool) *agentView {
	return &agentView{screen: newScreen(s), json: json}
}

func (v *agentView) stop() { v.screen.stop() }

// event is the observer of the session's log.
func (v *agentView) event(_ context.Context, e session.Event) {
	if v.json {
		v.screen.event(session.AppendLine(nil, e))
		return
	}
	switch e.Type {
	case session.TypeAssistantChunk:
		var chunk session.AssistantChunk
		if e.Decode(&chunk) == nil {
			v.chunk(chunk)
		}
	case session.TypeAssistantMessage:
		v.screen.endText()
		var m session.AssistantMessage
		if e.Decode(&m) == nil {
			v.screen.card(remarks(m))
		}
	}
}

// remarks tells what of the request did not reach the model, and which of its
// calls are not run, a line each.
func remarks(m session.AssistantMessage) string {
	var b strings.Builder
	for _, w := range m.Warnings {
		fmt.Fprintf(&b, "dsh: %s: %s\n", clip(approval.Visible(w.Subject), 160), clip(approval.Visible(w.Text), 400))
	}
	for _, d := range m.Dropped {
		fmt.Fprintf(&b, "dsh: the call of %q is not run: %s\n",
			clip(approval.Visible(d.Call.Name), 160), clip(approval.Visible(d.Reason), 400))
	}
	return b.String()
}

// chunk writes text as it comes. Another attempt begins the answer anew.
func (v *agentView) chunk(c session.AssistantChunk) {
	if c.Attempt != v.attempt {
		v.attempt = c.Attempt
		if c.Attempt > 1 {
			v.screen.card("dsh: the answer was cut off; the model is asked again\n")
		}
	}
	if c.Kind == session.ChunkText {
		v.screen.text(c.Text)
	}
}

// watch shows the calls of the agents below s, until s closes.
func (v *agentView) watch(s *scope.Scope, registry *tools.Registry) error {
	if v.json {
		return nil
	}
	v.registry = registry
	type next = event.Next[*tools.Call, tools.Decision]
	err := registry.Events.PreExecute.On(s, func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
		v.begin(c)
		return n.Do(ctx)
	}, event.Front(), event.Label("card"))
	if err != nil {
		return err
	}
	return registry.Events.Result.On(s, func(_ context.Context, o *tools.Outcome) error {
		v.finish(o)
		return nil
	}, event.Label("card"))
}

func (v *agentView) begin(c *tools.Call) {
	v.mu.Lock()
	defer v.mu.Unlock()
	shown := shownCall{c, callTitle(c), time.Now()}
	v.calls = append(v.calls, shown)
	v.screen.card(v.screen.paint(paintBold, "> "+shown.title) + "\n" + v.screen.callBody(c))
	v.status()
}

func (v *agentView) finish(o *tools.Outcome) {
	v.mu.Lock()
	defer v.mu.Unlock()
	shown := v.remove(o.Call)
	v.screen.card(v.screen.resultHead(v.registry, o, shown) + v.screen.resultBody(v.registry, o))
	v.status()
}

// remove takes a call off the list; one that was refused before it was asked
// about was never on it.
func (v *agentView) remove(c *tools.Call) shownCall {
	for i, shown := range v.calls {
		if shown.call.ID() == c.ID() && shown.call.RootID() == c.RootID() {
			v.calls = append(v.calls[:i:i], v.calls[i+1:]...)
			return shown
		}
	}
	return shownCall{call: c, title: callTitle(c), start: time.Now()}
}

func (v *agentView) status() {
	if len(v.calls) == 0 {
		v.screen.running("", time.Time{})
		return
	}
	v.screen.running(v.calls[0].title, v.calls[0].start)
}
