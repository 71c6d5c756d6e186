package permission

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Config is an ordered list of rules.
type Config struct {
	// Rules are tried in order; the first that matches decides.
	Rules []Rule `json:"rules,omitempty"`
	// Default decides the other calls; empty means allow. It does not apply to the
	// program transport itself, whose nested calls are decided one by one.
	Default Action `json:"default,omitzero"`
}

// Validate refuses malformed rules, naming the place.
func (c Config) Validate() error {
	if c.Default != "" && !c.Default.isValid() {
		return &Error{Code: CodeConfig, Message: fmt.Sprintf(
			"default %q is unknown: use allow, ask or deny", c.Default)}
	}
	for i := range c.Rules {
		if err := c.Rules[i].check(fmt.Sprintf("rules[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}

// Policy decides by rules. Create it with [New]. Safe for concurrent use.
type Policy struct {
	config Config
	log    *slog.Logger
}

// New returns a policy. The rules must not be changed afterwards. A nil logger
// discards what could not be hidden and what rules never match.
func New(c Config, log *slog.Logger) (*Policy, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Default == "" {
		c.Default = Allow
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Policy{config: c, log: log}, nil
}

// Install lets the policy decide the calls of the key of s and below until s
// closes. Denials are also a guard, which nothing can skip. A policy that allows
// everything registers nothing.
func (p *Policy) Install(s *scope.Scope, registry *tools.Registry) error {
	if len(p.config.Rules) == 0 && p.config.Default == Allow {
		return nil
	}
	if err := registry.Events.PreExecute.On(s, p.before, event.Label("permission")); err != nil {
		return err
	}
	_, err := registry.Guard(s, func(c *tools.Call) (string, bool) {
		e := p.Explain(subject(c))
		return e.text(), e.Action == Deny
	})
	return err
}

// before answers for a denial, and otherwise gives the stricter of its own answer
// and that of the policies further in.
func (p *Policy) before(
	ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision],
) (tools.Decision, error) {
	e := p.Explain(subject(c))
	if e.Action == Deny {
		return tools.DenyWith(e.text(), tools.Info{Name: "PermissionError", Code: tools.Code(CodeDenied)}), nil
	}
	d, err := next.Do(ctx)
	if err == nil && e.Action == Ask && d.Allows() {
		return tools.Ask(e.text()), nil
	}
	return d, err
}

func subject(c *tools.Call) Subject {
	s := Subject{Tool: c.Name(), Arguments: c.Arguments(), Traits: c.Traits()}
	if a := c.Agent(); a != nil {
		s.Dir = a.Dir
	}
	return s
}
