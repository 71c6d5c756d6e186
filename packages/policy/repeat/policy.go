package repeat

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Policy counts repeated calls. Create it with [New]. Safe for concurrent use.
type Policy struct {
	config Config

	mu     sync.Mutex
	chains map[*scope.Key]*chain
}

// chain is what an agent has called last, and how often in a row.
type chain struct {
	call  string
	count int
}

// New returns a policy.
func New(c Config) (*Policy, error) {
	c = c.Resolve()
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Policy{config: c, chains: map[*scope.Key]*chain{}}, nil
}

// Install lets the policy count the calls of the agents below s until s closes.
func (p *Policy) Install(s *scope.Scope, registry *tools.Registry, agents *agent.Agents) error {
	label := event.Label("repeat")
	if err := registry.Events.PostExecute.On(s, p.afterwards, label); err != nil {
		return err
	}
	if err := agents.Events.PreStep.On(s, p.beforeStep, label); err != nil {
		return err
	}
	return agents.Events.Closed.On(s, func(_ context.Context, a *agent.Agent) error {
		p.forget(a.Key())
		return nil
	}, label)
}

type nextPost = event.Next[*tools.Inspection, tools.PostDecision]

// afterwards counts the call and adds the reminder, also to a blocked result.
func (p *Policy) afterwards(
	ctx context.Context, in *tools.Inspection, n nextPost,
) (tools.PostDecision, error) {
	d, err := n.Do(ctx)
	a := in.Call.Agent()
	if err != nil || a == nil || !p.config.counts(in.Call.Name()) {
		return d, err
	}
	count := p.count(a.Key, in.Call)
	if !slices.Contains(p.config.Thresholds, count) {
		return d, nil
	}
	return prepend(d, p.reminder(in.Call, count)), nil
}

// prepend puts a context in front of those that a decision has.
func prepend(d tools.PostDecision, m llm.Message) tools.PostDecision {
	all := append([]llm.Message{m}, d.Contexts()...)
	fresh := tools.Accept()
	content, hasContent := d.Content()
	value, hasValue := d.Value()
	switch {
	case d.Blocks():
		fresh = tools.Block(content)
	case !d.Accepts():
		return d
	default:
		if hasContent {
			fresh = fresh.WithContent(content)
		}
		if hasValue {
			fresh = fresh.WithValue(value)
		}
	}
	return fresh.WithContexts(all...)
}

func (p *Policy) count(k *scope.Key, c *tools.Call) int {
	call := c.Name() + "\x00" + string(c.Arguments().Canonical())
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.chains[k]
	if last == nil || last.call != call {
		last = &chain{call: call}
		p.chains[k] = last
	}
	last.count++
	return last.count
}

// beforeStep begins anew when a person has said something.
func (p *Policy) beforeStep(
	ctx context.Context, s *agent.Step, n event.Next[*agent.Step, agent.Decision],
) (agent.Decision, error) {
	byUser := func(m llm.Message) bool { return m.Source.Kind == llm.SourceUser }
	if slices.ContainsFunc(s.Messages, byUser) {
		p.forget(s.Agent.Key())
	}
	return n.Do(ctx)
}

func (p *Policy) forget(k *scope.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.chains, k)
}

// reminder is gentle at the first threshold and shows the call at later ones.
func (p *Policy) reminder(c *tools.Call, count int) llm.Message {
	text := fmt.Sprintf("You have made the same call %d times in a row. If it does not bring you further, "+
		"try something else or say what is in the way.", count)
	if count > p.config.Thresholds[0] {
		text = fmt.Sprintf("The call of `%s` with these arguments was made %d times in a row:\n\n%s\n\n"+
			"Its result will not change by repeating it. Change the arguments, take another way, or stop and say "+
			"what is in the way. If you are waiting for something, wait longer between the calls.",
			c.Name(), count, preview(c.Arguments().Text(), p.config.ArgumentsPreviewChars))
	}
	m := llm.UserMessage(text)
	m.ID = fmt.Sprintf("%s:repeat:%d", c.ID(), count)
	m.Source = llm.Source{Kind: llm.SourcePlugin, Name: PluginName}
	return m
}

// preview is the first characters of a text, and how many more there are.
func preview(text string, most int) string {
	total := utf8.RuneCountInString(text)
	if total <= most {
		return text
	}
	return fmt.Sprintf("%s… (+%d more chars)", string([]rune(text)[:most]), total-most)
}
