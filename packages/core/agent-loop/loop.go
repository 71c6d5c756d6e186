package agentloop

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Services are what loops work with. Tools, Agents and Model are mandatory.
type Services struct {
	Tools  *tools.Registry
	Agents *agent.Agents
	Model  llm.Model
	// Prompt assembles prompts; nil means [Plain].
	Prompt Prompter
}

// Loop takes the steps of one agent. Create it with [New]. All methods are safe
// for concurrent use; one turn runs at a time.
type Loop struct {
	agent    *agent.Agent
	services Services
	config   Config
	parallel atomic.Int64
	sections []tools.Section // of the loop itself, fixed before the first turn

	mu     sync.Mutex
	cancel context.CancelCauseFunc // of the turn that runs, nil if none does

	// What follows belongs to the turn that runs.
	header  *session.RequestHeader // as recorded last
	context string                 // as recorded last
	seen    uint64                 // the inbox's wakes when it was last claimed
}

// New returns a loop for an agent. A session that is resumed goes on where its log
// ends.
func New(a *agent.Agent, s Services, c Config) (*Loop, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if a == nil || s.Tools == nil || s.Agents == nil || s.Model == nil {
		return nil, &Error{Code: CodeConfig, Message: "a loop needs an agent, the registry, the agents and a model"}
	}
	if s.Prompt == nil {
		s.Prompt = Plain{}
	}
	l := &Loop{agent: a, services: s, config: c.Resolve()}
	l.parallel.Store(int64(l.config.MaxParallelToolCalls))
	l.recall()
	return l, nil
}

// Agent returns the loop's agent.
func (l *Loop) Agent() *agent.Agent { return l.agent }

// SetMaxParallel changes how many bodies of a batch run at once, from the next
// group of calls on, also within a batch that runs (R80).
func (l *Loop) SetMaxParallel(n int) error {
	if n < 1 {
		return &Error{Code: CodeConfig, Message: "maxParallelToolCalls must be 1 or more"}
	}
	l.parallel.Store(int64(n))
	return nil
}

func (l *Loop) maxParallel() int { return int(l.parallel.Load()) }

// Cancel ends the turn that runs, with this cause, and reports whether one did. It
// does not wait.
func (l *Loop) Cancel(cause error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel == nil {
		return false
	}
	l.cancel(cause)
	return true
}

// begin claims the loop for a turn.
func (l *Loop) begin(ctx context.Context) (_ context.Context, end func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		return nil, nil, &Error{Code: CodeBusy, Message: "the agent is in a turn: wait for its end or cancel it"}
	}
	turn, cancel := context.WithCancelCause(ctx)
	l.cancel = cancel
	return turn, func() {
		l.mu.Lock()
		l.cancel = nil
		l.mu.Unlock()
		cancel(nil)
	}, nil
}

// Run takes a turn whenever messages were posted, until ctx ends or the agent
// closes; then it returns nil. A turn that ends badly does not end Run: how turns
// end is told by agent/turn-end. What fails Run is a log that takes nothing more.
func (l *Loop) Run(ctx context.Context) error {
	for {
		if err := l.agent.Inbox().Wait(ctx, l.seenWakes()); err != nil {
			return nil
		}
		_, err := l.Turn(ctx)
		switch code := CodeOf(err); {
		case err == nil, code == CodeIdle:
		case errors.Is(err, context.Canceled) && ctx.Err() != nil:
			return nil
		default:
			return err
		}
	}
}

func (l *Loop) seenWakes() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.seen
}

// claim takes the messages out of the inbox.
func (l *Loop) claim() []llm.Message {
	wakes := l.agent.Inbox().Wakes()
	l.mu.Lock()
	l.seen = wakes
	l.mu.Unlock()
	return l.agent.Inbox().Claim()
}

// Start runs [Loop.Run] in the agent's scope: it ends when the agent closes.
func (l *Loop) Start() error {
	return l.agent.Scope().Go("loop", func(ctx context.Context) { _ = l.Run(ctx) })
}
