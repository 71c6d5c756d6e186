package shell

import (
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

// Service is what the shell tools share: the executor in force for an agent, the managed
// variables, and who decides about confinement. Make one with [NewService], once per process.
type Service struct {
	// Executors holds the executor for a scope and those below it.
	Executors scope.Slot[Executor]
	// Modes holds what knows an agent's own sandbox mode, for instance from its session log.
	// Where none was provided, or it knows none, the executor's default counts.
	Modes scope.Slot[ModeSource]
	// Env holds the managed variables of every command.
	Env environ.Registry

	registry *tools.Registry
}

// ModeSource knows the sandbox modes that agents were switched to.
type ModeSource interface {
	// ModeOf returns the agent's mode; ok is false when it has none of its own.
	ModeOf(a *tools.Agent) (mode sandbox.Mode, ok bool)
}

// NewService makes a service for the tools of a registry.
func NewService(registry *tools.Registry) *Service { return &Service{registry: registry} }

// Executor returns the executor for calls of an agent, which may be nil.
func (s *Service) Executor(a *tools.Agent) (Executor, bool) { return s.Executors.Nearest(keyOf(a)) }

// Policy returns the confinement of an agent's commands under e; ok is false when there is none.
// An agent that was switched to a confining mode keeps it under an executor that was left without
// a sandbox: its commands are refused then, not run unconfined. The workspace is the agent's
// directory where it has one.
func (s *Service) Policy(e Executor, a *tools.Agent) (p sandbox.Policy, ok bool) {
	if _, can := e.(Confiner); !can {
		return p, false
	}
	p, ok = PolicyOf(e)
	if source, known := s.Modes.Nearest(keyOf(a)); known {
		if mode, own := source.ModeOf(a); own {
			p.Mode, ok = mode, ok || mode.Confines()
		}
	}
	if !ok {
		return sandbox.Policy{}, false
	}
	if a != nil && a.Dir != "" {
		p.Root = a.Dir
	}
	return p, true
}

// Approver returns who is asked about an agent's escalations.
func (s *Service) Approver(a *tools.Agent) (tools.Approver, bool) {
	return s.registry.Approver(a)
}

func keyOf(a *tools.Agent) *scope.Key {
	if a == nil {
		return nil
	}
	return a.Key
}
