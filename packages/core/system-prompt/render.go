package systemprompt

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// gap stands between sections.
const gap = "\n\n"

// render fills in variables, drops what says nothing, and joins the rest.
func (a *assembler) render(
	ctx context.Context, sections, contexts []Text, tools []llm.ToolDeclaration,
) (*Assembly, error) {
	out := &Assembly{Tools: tools}
	var err error
	if out.Sections, err = a.fill(ctx, "section", sections); err != nil {
		return nil, err
	}
	if out.Contexts, err = a.fill(ctx, "context", contexts); err != nil {
		return nil, err
	}
	out.System = a.view.join(out.Sections)
	if len(out.Contexts) > 0 {
		out.Context = join(ContextLine, out.Contexts)
	}
	return out, nil
}

// fill returns the texts that say something, with variables filled in.
func (a *assembler) fill(ctx context.Context, kind string, texts []Text) ([]Text, error) {
	out := make([]Text, 0, len(texts))
	for _, t := range texts {
		if !t.Literal && strings.Contains(t.Text, opening) {
			var err error
			if t.Text, err = a.interpolate(ctx, kind, t); err != nil {
				return nil, err
			}
		}
		if t.Text != "" {
			out = append(out, t)
		}
	}
	return out, nil
}

func join(first string, texts []Text) string {
	size := len(first)
	for _, t := range texts {
		size += len(t.Text) + len(gap)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(first)
	for _, t := range texts {
		if b.Len() > 0 {
			b.WriteString(gap)
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

const (
	opening = "{{"
	closing = "}}"
)

// interpolate fills in the references of one text. Values are put in as they are and not searched
// again. An opening without any closing behind it stands for itself.
func (a *assembler) interpolate(ctx context.Context, kind string, t Text) (string, error) {
	var b strings.Builder
	rest := t.Text
	for {
		before, after, found := strings.Cut(rest, opening)
		name, behind, closed := strings.Cut(after, closing)
		if !found || !closed {
			b.WriteString(rest)
			return b.String(), nil
		}
		value, err := a.value(ctx, name, fmt.Sprintf("%s %q", kind, t.Name))
		if err != nil {
			return "", err
		}
		b.WriteString(before)
		b.WriteString(value)
		rest = behind
	}
}

// value returns what a reference stands for. Each variable is asked once in an assembly.
func (a *assembler) value(ctx context.Context, name, subject string) (string, error) {
	if value, ok := a.values[name]; ok {
		return value, nil
	}
	if !isVariable(name) {
		return "", reference(subject, name, "is malformed: a name is made of lower-case letters, "+
			"digits and underscores, without spaces")
	}
	variable, ok := a.prompt.variable(a.input.Key, name)
	if !ok {
		return "", reference(subject, name, "names no variable that is registered here")
	}
	type answer struct {
		value string
		ok    bool
	}
	got, err := ask(ctx, fmt.Sprintf("variable %q", name), func() (answer, error) {
		value, ok, err := variable(ctx, a.input)
		return answer{value, ok}, err
	})
	if err != nil {
		return "", err
	}
	if !got.ok {
		return "", reference(subject, name, "names a variable that has no value now")
	}
	if a.values == nil {
		a.values = make(map[string]string)
	}
	a.values[name] = got.value
	return got.value, nil
}

func reference(subject, name, message string) error {
	if runes := []rune(name); len(runes) > 40 {
		name = string(runes[:40]) + "…"
	}
	return &Error{
		Code: CodeReference, Subject: subject,
		Message: fmt.Sprintf("the reference %q %s", opening+name+closing, message),
	}
}

// isVariable reports whether name has the form [a-z][a-z0-9_]*.
func isVariable(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}
