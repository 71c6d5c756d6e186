package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// provideApprover mounts the approval service with the answerer of the scenario,
// or a service that fails.
func (w *callWorld) provideApprover() error {
	switch w.Approval {
	case "":
		return nil
	case "service-throws":
		_, err := w.reg.ProvideApprover(w.root, failingApprover{w.Texts.Failure})
		return err
	}
	agents, err := agent.New(nil)
	if err != nil {
		return err
	}
	service, err := approval.New(agents, nil)
	if err != nil {
		return err
	}
	config := approval.Config{}
	if w.Approval == "policy-never" {
		config.Policy = approval.PolicyNever
	}
	if err := service.Mount(w.root, w.reg, config); err != nil {
		return err
	}
	w.agents = agents
	if w.Approval == "no-answerer" {
		return nil
	}
	return service.Answers(w.root, w.answer)
}

// answer is the one answerer.
func (w *callWorld) answer(context.Context, *approval.Request) (tools.Approval, error) {
	if w.Approval != "answerer-throws" {
		w.note("approval")
	}
	w.abort("approval")
	if w.Approval == "answerer-throws" {
		return tools.ApprovalUnavailable, errors.New("the answerer fell over")
	}
	return approvals[w.Approval], nil
}

var approvals = map[string]tools.Approval{
	"allowed-once": tools.ApprovalAllowedOnce,
	"rejected":     tools.ApprovalRejected,
	"cancelled":    tools.ApprovalCancelled,
	"unavailable":  tools.ApprovalUnavailable,
}

// failingApprover is an approval service that fails.
type failingApprover struct{ message string }

// Approve fails.
func (f failingApprover) Approve(context.Context, tools.ApprovalRequest) (tools.Approval, error) {
	return tools.ApprovalUnavailable, errors.New(f.message)
}

// liveAgent is an agent in an open turn, whose questions are recorded. It ends
// before its world does.
func (w *callWorld) liveAgent() (*tools.Agent, error) {
	ctx := context.Background()
	log, _, err := session.Open(ctx, session.NewMemory(session.Header{ID: "agent"}), session.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := w.root.Defer("session", log.Close); err != nil {
		return nil, err
	}
	if _, err := log.StartTurn(ctx); err != nil {
		return nil, err
	}
	a, err := w.agents.Create(ctx, agent.Spec{ID: "agent", Scope: w.root, Log: log})
	if err != nil {
		return nil, err
	}
	_, err = w.root.Defer("agent", a.Close)
	return a.Identity(), err
}
