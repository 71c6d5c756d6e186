package approval

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Service asks and records. Create it with [New], once per process. Safe for
// concurrent use.
type Service struct {
	// Events are the service's own events; answerers listen to them.
	Events Events

	agents *agent.Agents
	log    *slog.Logger
}

// New returns a service for the agents of the list. A nil logger discards what
// answerers do wrong.
func New(agents *agent.Agents, log *slog.Logger) (*Service, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Service{agents: agents, log: log}
	if err := event.Init(&s.Events, nil); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	return s, nil
}

// Mount makes the service the approver of the key of s until s closes, which
// waits for answerers that were asked. Agents below s that work for other agents
// have the policy "never" pinned in their logs.
func (v *Service) Mount(s *scope.Scope, registry *tools.Registry, c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if err := v.agents.Events.Created.On(s, v.pin, event.Label("approval")); err != nil {
		return err
	}
	_, err := registry.ProvideApprover(s, &mounted{service: v, scope: s, config: c.Resolve()})
	return err
}

// mounted is the service as one scope has it.
type mounted struct {
	service *Service
	scope   *scope.Scope
	config  Config
}

var _ tools.Approver = (*mounted)(nil)

// Approve asks and records. The error is a question that could not be recorded,
// or one that expired.
func (m *mounted) Approve(ctx context.Context, in tools.ApprovalRequest) (tools.Approval, error) {
	q := newRequest(in)
	a, live := m.service.agents.Of(in.Call.Agent())
	if !live { // nothing to record in
		return m.decide(ctx, q, m.config.Policy)
	}
	record, err := m.service.asked(ctx, a, q)
	if err != nil {
		return tools.ApprovalUnavailable, err
	}
	answer, err := m.decide(ctx, q, PolicyOf(a, m.config.Policy))
	if recordErr := record(answer, err); recordErr != nil {
		return tools.ApprovalUnavailable, recordErr
	}
	return answer, err
}

func (m *mounted) decide(ctx context.Context, q *Request, policy Policy) (tools.Approval, error) {
	switch {
	case ctx.Err() != nil:
		return tools.ApprovalCancelled, nil
	case policy != PolicyAsk: // anything unknown rejects, too
		return tools.ApprovalRejected, nil
	}
	return m.wait(ctx, q)
}
