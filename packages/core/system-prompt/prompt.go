package systemprompt

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// Config configures a Prompt. The zero value is ready for use.
type Config struct {
	// ToolOrder is the configured order of tool declarations; nil sorts by name. See NewOrder.
	ToolOrder []string `json:"toolOrder,omitzero"`
	// NoContexts suppresses the dynamic context of everybody.
	NoContexts bool `json:"noContexts,omitzero"`
}

// Prompt collects contributions and assembles them. It is safe for concurrent use.
type Prompt struct {
	// Events are what others may listen to.
	Events Events

	order      Order
	noContexts bool
	layers     scope.Layers[layer]
	views      scope.Cache[*view]
}

// layer holds what was contributed at one key.
type layer struct {
	sections   scope.Named[*Section]
	contexts   scope.Named[*Section]
	variables  scope.Named[VariableFunc]
	providers  scope.List[ToolProvider]
	suppressed scope.List[struct{}]
}

func (l *layer) empty() bool {
	return l.sections.Len() == 0 && l.contexts.Len() == 0 && l.variables.Len() == 0 &&
		l.providers.Len() == 0 && l.suppressed.Len() == 0
}

// New makes an empty Prompt. A tool order that is wrong in itself is refused here (R101).
func New(c Config) (*Prompt, error) {
	order, err := NewOrder(c.ToolOrder)
	if err != nil {
		return nil, err
	}
	p := &Prompt{order: order, noContexts: c.NoContexts}
	p.Events.Assemble.Check(checkDraft)
	if err := event.Init(&p.Events, nil); err != nil {
		return nil, err
	}
	return p, nil
}

// AddSection registers a section of the system prompt at s's key until s closes or the undo runs.
func (p *Prompt) AddSection(
	ctx context.Context, s *scope.Scope, section Section,
) (scope.Undo, error) {
	if err := section.check("section"); err != nil {
		return nil, err
	}
	change := Change{Kind: KindSection, Name: section.Name}
	return p.edit(ctx, s, change, func(l *layer) (func(), bool) {
		return l.sections.Add(section.Name, &section)
	})
}

// AddContext registers a part of the dynamic context, under the rules of AddSection.
func (p *Prompt) AddContext(
	ctx context.Context, s *scope.Scope, part Section,
) (scope.Undo, error) {
	if err := part.check("context"); err != nil {
		return nil, err
	}
	change := Change{Kind: KindContext, Name: part.Name}
	return p.edit(ctx, s, change, func(l *layer) (func(), bool) {
		return l.contexts.Add(part.Name, &part)
	})
}

// AddVariable registers a variable, under the rules of AddSection. Its name is made of lower-case
// letters, digits and underscores and begins with a letter.
func (p *Prompt) AddVariable(
	ctx context.Context, s *scope.Scope, name string, value VariableFunc,
) (scope.Undo, error) {
	if !isVariable(name) || value == nil {
		return nil, &Error{
			Code: CodeArgument, Subject: fmt.Sprintf("variable %q", name),
			Message: "a variable needs a function and a name like [a-z][a-z0-9_]*",
		}
	}
	return p.edit(ctx, s, Change{Kind: KindVariable, Name: name}, func(l *layer) (func(), bool) {
		return l.variables.Add(name, value)
	})
}

// Value is a VariableFunc for a value that is always the same.
func Value(value string) VariableFunc {
	return func(context.Context, *Input) (string, bool, error) { return value, true, nil }
}

// AddTools registers a source of tool declarations, under the rules of AddSection. All sources
// that a key sees contribute.
func (p *Prompt) AddTools(
	ctx context.Context, s *scope.Scope, provider ToolProvider,
) (scope.Undo, error) {
	if provider == nil {
		return nil, &Error{
			Code: CodeArgument, Subject: "tool provider", Message: "there is no function",
		}
	}
	return p.edit(ctx, s, Change{Kind: KindTools}, func(l *layer) (func(), bool) {
		return l.providers.Add(provider), true
	})
}

// SuppressContexts leaves the dynamic context out for s's key and the keys below it, whatever is
// registered and whatever listeners add. Its parts are not asked then.
func (p *Prompt) SuppressContexts(ctx context.Context, s *scope.Scope) (scope.Undo, error) {
	return p.edit(ctx, s, Change{Kind: KindSuppression}, func(l *layer) (func(), bool) {
		return l.suppressed.Add(struct{}{}), true
	})
}

// edit changes the layer of s's key and announces it. When an observer fails, the contribution is
// taken back, that is announced too, and the failure is returned.
func (p *Prompt) edit(
	ctx context.Context, s *scope.Scope, c Change, add func(*layer) (remove func(), ok bool),
) (scope.Undo, error) {
	apply := func(l *layer) (func(), func() bool, error) {
		remove, ok := add(l)
		if !ok {
			return nil, nil, &Error{
				Code: CodeTaken, Subject: c.String(), Message: "this layer has one already; " +
					"register it in a scope of its own to replace it there",
			}
		}
		return remove, l.empty, nil
	}
	return p.layers.Edit(ctx, s, c.String(), apply, func(ctx context.Context) error {
		return p.Events.Change.Emit(ctx, c)
	})
}

func (s *Section) check(kind string) error {
	message := ""
	switch {
	case s.Name == "":
		message = "there is no name"
	case s.Text != "" && s.Make != nil:
		message = "there are both a text and a function that makes one"
	case s.Complete && kind != "section":
		message = "only a section of the system prompt can be complete"
	default:
		return nil
	}
	return &Error{Code: CodeArgument, Subject: fmt.Sprintf("%s %q", kind, s.Name), Message: message}
}
