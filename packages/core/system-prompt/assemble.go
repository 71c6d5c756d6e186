package systemprompt

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// Assembly is what the model is told at the beginning of a request. It is the caller's own.
type Assembly struct {
	// System is the system prompt; empty when no section says anything.
	System string
	// Context is the dynamic context with its first line; empty when no part says anything.
	Context string
	// Tools are the declarations, in order.
	Tools []llm.ToolDeclaration
	// Sections are what System was made of, in order.
	Sections []Text
	// Contexts are what Context was made of, in order.
	Contexts []Text
}

// ContextLine is the first line of every dynamic context.
const ContextLine = "Current context. It replaces every earlier message that begins with this line."

// SourceName names this package as the author of context messages.
const SourceName = "system-prompt"

// ContextMessage returns the dynamic context as the user-role message that replaces the one before
// it, and reports false when there is none.
func (a *Assembly) ContextMessage() (llm.Message, bool) {
	if a.Context == "" {
		return llm.Message{}, false
	}
	return llm.Message{
		Role: llm.RoleUser, Content: llm.TextContent(a.Context),
		Source: llm.Source{Kind: llm.SourcePlugin, Name: SourceName},
	}, true
}

// SameHeader reports whether requests would begin alike: the same system prompt and the same tools.
// Whoever logs request headers asks it, because the context is logged apart.
func (a *Assembly) SameHeader(b *Assembly) bool {
	return a.System == b.System &&
		slices.EqualFunc(a.Tools, b.Tools, llm.ToolDeclaration.Equal)
}

// Assemble puts together what the agent at in.Key is told (R102a). The package comment has the
// steps. It returns an *Error for everything that goes wrong, except that an error of the context
// comes back as it is. Contributions that are added meanwhile join the next assembly, variables
// this one.
func (p *Prompt) Assemble(ctx context.Context, in Input) (*Assembly, error) {
	a := &assembler{prompt: p, input: &in, view: p.view(in.Key)}
	draft, err := a.draft(ctx)
	if err != nil {
		return nil, err
	}
	complete, alone := a.complete(draft)
	presented := draft.tools
	final := func(_ context.Context, d *Draft) (*Draft, error) { return d, nil }
	transformed, err := p.Events.Assemble.Dispatch(ctx, in.Key, draft, final)
	if err != nil {
		return nil, wrap(ctx, &Error{
			Code: CodeTransform, Subject: "assembly", Message: "a listener failed", Err: err,
		})
	}
	sections, contexts := transformed.Sections, transformed.Contexts
	if alone {
		sections = []Text{complete}
	}
	if a.view.suppressed {
		contexts = nil
	}
	if p.Events.Assemble.Len() > 0 {
		// A listener may keep its draft; what it does with it later must not reach this assembly.
		presented = slices.Clone(presented)
	}
	return a.render(ctx, sections, contexts, presented)
}

// assembler is one assembly. It belongs to one goroutine.
type assembler struct {
	prompt *Prompt
	input  *Input
	view   *view
	values map[string]string // of the variables that were referred to
}

// draft asks all providers and makes all texts.
func (a *assembler) draft(ctx context.Context) (*Draft, error) {
	if n := completeSections(a.view.sections); len(n) > 1 {
		return nil, &Error{
			Code: CodeComplete, Subject: fmt.Sprintf("sections %q and %q", n[0], n[1]),
			Message: "both are complete, and only one can stand alone",
		}
	}
	tools, about, err := a.tools(ctx)
	if err != nil {
		return nil, err
	}
	sections := a.view.sections
	if len(about) > 0 {
		sections = slices.Concat(sections, about)
		slices.SortStableFunc(sections, compareSections)
	}
	d := &Draft{input: a.input, tools: tools}
	if d.Sections, err = a.texts(ctx, "section", sections); err != nil {
		return nil, err
	}
	if !a.view.suppressed {
		d.Contexts, err = a.texts(ctx, "context", a.view.contexts)
	}
	return d, err
}

func completeSections(sections []*Section) []string {
	var names []string
	for _, s := range sections {
		if s.Complete {
			names = append(names, s.Name)
		}
	}
	return names
}

// complete returns the section that will stand alone, with the text that it has now.
func (a *assembler) complete(d *Draft) (Text, bool) {
	for _, name := range completeSections(a.view.sections) {
		return *d.Section(name), true
	}
	return Text{}, false
}

// tools asks the providers and puts the declarations in order.
func (a *assembler) tools(ctx context.Context) ([]llm.ToolDeclaration, []*Section, error) {
	var declared []llm.ToolDeclaration
	var known []string
	about := map[string]*Section{}
	for _, provider := range a.view.providers {
		box, err := ask(ctx, "tool provider", func() (Toolbox, error) {
			return provider(ctx, a.input)
		})
		if err != nil {
			return nil, nil, err
		}
		known = append(known, box.Known...)
		if declared == nil { // it is copied when it is put in order
			declared = slices.Clip(box.Tools)
		} else {
			declared = append(declared, box.Tools...)
		}
		for _, section := range box.Sections {
			if err := section.check("section"); err != nil {
				return nil, nil, err
			}
			section.Literal = true
			if !a.view.names[section.Name] {
				about[section.Name] = &section
			}
		}
	}
	if err := a.prompt.order.check(declared, known); err != nil {
		return nil, nil, err
	}
	return pick(declared, a.view.permutation(a.prompt.order, declared)), sorted(about), nil
}

// texts makes the texts of sections, in order.
func (a *assembler) texts(ctx context.Context, kind string, sections []*Section) ([]Text, error) {
	out := make([]Text, 0, len(sections))
	for _, s := range sections {
		t := Text{Name: s.Name, Order: s.Order, Text: s.Text, Literal: s.Literal}
		if s.Make != nil {
			var err error
			subject := fmt.Sprintf("%s %q", kind, s.Name)
			t.Text, err = ask(ctx, subject, func() (string, error) { return s.Make(ctx, a.input) })
			if err != nil {
				return nil, err
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// ask calls a contributor's function and contains what it does wrong.
func ask[T any](ctx context.Context, subject string, f func() (T, error)) (v T, err error) {
	if ctx.Err() != nil {
		return v, context.Cause(ctx)
	}
	defer func() {
		if value := recover(); value != nil {
			err = &Error{Code: CodeProvider, Subject: subject, Message: "it panicked",
				Err: &scope.PanicError{Label: subject, Value: value, Stack: debug.Stack()}}
		}
	}()
	if v, err = f(); err != nil {
		e := &Error{Code: CodeProvider, Subject: subject, Message: "it failed", Err: err}
		err = wrap(ctx, e)
	}
	return v, err
}

// wrap prefers the caller's cancellation to what it led to.
func wrap(ctx context.Context, e *Error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return e
}
