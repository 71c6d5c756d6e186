package permission

import (
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/session"
)

// Watch knows what an agent's log says last, as [Facts] does, and looks at each
// event once: for services that ask at every call. Create it with [NewWatch]. Safe
// for concurrent use.
type Watch struct {
	agent *agent.Agent

	mu    sync.Mutex
	seen  int
	facts Preset
}

// NewWatch returns a watch over the agent's log.
func NewWatch(a *agent.Agent) *Watch { return &Watch{agent: a} }

// Facts returns sandbox mode, approval policy and the recorded preset; empty where
// the log says nothing.
func (w *Watch) Facts() Preset {
	w.mu.Lock()
	defer w.mu.Unlock()
	events := w.agent.Log().History().Events
	for _, e := range events[w.seen:] {
		switch e.Type {
		case session.TypeSandboxMode:
			replace(&w.facts.SandboxMode, e, "mode")
		case session.TypeApprovalPolicy:
			replace(&w.facts.ApprovalPolicy, e, "policy")
		case session.TypePermissionPreset:
			replace(&w.facts.Name, e, "preset")
		}
	}
	w.seen = len(events)
	return w.facts
}

// replace keeps what was there before an event that says nothing, as Facts does.
func replace(field *string, e session.Event, member string) {
	newer := ""
	if fill(&newer, e, member); newer != "" {
		*field = newer
	}
}
