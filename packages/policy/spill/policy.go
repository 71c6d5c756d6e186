package spill

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// exempt is the tool whose results are never spilled: reading a spilled text
// back would spill it again.
const exempt = "read"

// Policy replaces long texts by previews. Create it with [New]. Safe for
// concurrent use.
type Policy struct {
	config Config
	stores *Stores
	log    *slog.Logger
}

// New returns a policy over the stores. A nil logger discards the warnings.
func New(stores *Stores, config Config, log *slog.Logger) (*Policy, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if stores == nil {
		return nil, &Error{Code: CodeConfig, Message: "the spill policy was given no stores"}
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Policy{config: config, stores: stores, log: log}, nil
}

// Install lets the policy shape the results of direct calls made for the key of
// s and below, until s closes. It stands in front of all present post-execute
// policies. Without a limit it registers nothing.
func (p *Policy) Install(s *scope.Scope, registry *tools.Registry) error {
	if _, on := p.config.limit(); !on {
		return nil
	}
	return registry.Events.PostExecute.On(s, p.afterwards, event.Front(), event.Label("spill"))
}

// afterwards replaces the content that the policies further in agreed on. A
// block and a replaced value are not its business: the first is short, and the
// second is rendered only later.
func (p *Policy) afterwards(
	ctx context.Context, in *tools.Inspection, next event.Next[*tools.Inspection, tools.PostDecision],
) (tools.PostDecision, error) {
	d, err := next.Do(ctx)
	if err != nil || !d.Accepts() || in.Call.Nested() || in.Call.Name() == exempt {
		return d, err
	}
	if _, replaced := d.Value(); replaced {
		return d, nil
	}
	content, replaced := d.Content()
	if !replaced {
		content = in.Result.Content()
	}
	if shaped, ok := p.shape(ctx, in.Call, LabelResult, content); ok {
		return d.WithContent(shaped), nil
	}
	return d, nil
}

// shape stores a text that is over the limit and returns what stands for it. It
// reports false when the content stays as it is.
func (p *Policy) shape(ctx context.Context, c *tools.Call, label string, content llm.Content) (llm.Content, bool) {
	limit, on := p.config.limit()
	if !on {
		return nil, false
	}
	text, ok := joinText(content, limit)
	if !ok {
		return nil, false
	}
	saved, err := p.save(ctx, c, label, text)
	if err != nil {
		p.warn(c, err.Error())
		return nil, false
	}
	shown, fits := preview(text, saved, limit, p.config.Joined)
	if !fits {
		p.warn(c, "the notice alone is longer than maxInlineBytes")
		return nil, false
	}
	return llm.TextContent(shown), true
}

// joinText returns the text of a content that has nothing but text, if it is
// longer than limit bytes.
func joinText(content llm.Content, limit int) (string, bool) {
	total := 0
	for _, block := range content {
		t, ok := block.(llm.Text)
		if !ok {
			return "", false
		}
		total += len(t.Text)
	}
	if total <= limit {
		return "", false
	}
	var b strings.Builder
	b.Grow(total)
	for _, block := range content {
		b.WriteString(block.(llm.Text).Text)
	}
	return b.String(), true
}

func (p *Policy) save(ctx context.Context, c *tools.Call, label, text string) (saved Saved, err error) {
	agent := c.Agent()
	if agent == nil || agent.ID == "" {
		return Saved{}, &Error{Code: CodeStore, Message: "the call belongs to no session"}
	}
	store, ok := p.stores.Nearest(agent.Key)
	if !ok {
		return Saved{}, &Error{Code: CodeStore, Message: "no spill store is mounted: mount spill-store-local beside the policy"}
	}
	defer func() {
		if v := recover(); v != nil {
			err = &Error{Code: CodeStorePanic, Message: "the spill store panicked", Err: fmt.Errorf("%v\n%s", v, debug.Stack())}
		}
	}()
	return store.SaveText(ctx, Text{
		SessionID: agent.ID, Tool: c.Name(), CallID: c.ID(), Label: label,
		SuggestedName: c.Name() + ".txt", Content: text,
	})
}

func (p *Policy) warn(c *tools.Call, reason string) {
	p.log.Warn("long result was kept inline", "tool", c.Name(), "callId", c.ID(), "reason", reason)
}
