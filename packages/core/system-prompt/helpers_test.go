package systemprompt_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a prompt with a root, a preset's scope and an agent's.
type bench struct {
	*systemprompt.Prompt
	t                   testing.TB
	root, preset, agent *scope.Scope
}

func newBench(t testing.TB, c systemprompt.Config) *bench {
	t.Helper()
	p, err := systemprompt.New(c)
	check(t, err)
	b := &bench{Prompt: p, t: t, root: scope.NewRoot("root")}
	b.preset = keyed(t, b.root, "preset", nil)
	b.agent = keyed(t, b.root, "agent", b.preset.Key())
	t.Cleanup(func() { check(t, b.root.Close(context.WithoutCancel(t.Context()))) })
	return b
}

func keyed(t testing.TB, s *scope.Scope, label string, parent *scope.Key) *scope.Scope {
	t.Helper()
	child, err := s.Keyed(label, parent)
	check(t, err)
	return child
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t testing.TB, err error, code systemprompt.Code) {
	t.Helper()
	if got := systemprompt.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
}

func (b *bench) section(s *scope.Scope, section systemprompt.Section) scope.Undo {
	b.t.Helper()
	undo, err := b.AddSection(b.t.Context(), s, section)
	check(b.t, err)
	return undo
}

func (b *bench) context(s *scope.Scope, part systemprompt.Section) scope.Undo {
	b.t.Helper()
	undo, err := b.AddContext(b.t.Context(), s, part)
	check(b.t, err)
	return undo
}

func (b *bench) variable(s *scope.Scope, name, value string) {
	b.t.Helper()
	_, err := b.AddVariable(b.t.Context(), s, name, systemprompt.Value(value))
	check(b.t, err)
}

func (b *bench) tools(s *scope.Scope, box systemprompt.Toolbox) {
	b.t.Helper()
	_, err := b.AddTools(b.t.Context(), s, boxed(box))
	check(b.t, err)
}

// assemble assembles for the agent.
func (b *bench) assemble() *systemprompt.Assembly {
	b.t.Helper()
	a, err := b.Assemble(b.t.Context(), systemprompt.Input{Key: b.agent.Key()})
	check(b.t, err)
	return a
}

func (b *bench) failure() error {
	b.t.Helper()
	_, err := b.Assemble(b.t.Context(), systemprompt.Input{Key: b.agent.Key()})
	return err
}

func boxed(box systemprompt.Toolbox) systemprompt.ToolProvider {
	return func(context.Context, *systemprompt.Input) (systemprompt.Toolbox, error) { return box, nil }
}

func making(f func() (string, error)) systemprompt.TextFunc {
	return func(context.Context, *systemprompt.Input) (string, error) { return f() }
}

func declare(names ...string) []llm.ToolDeclaration {
	var out []llm.ToolDeclaration
	for _, name := range names {
		out = append(out, llm.ToolDeclaration{
			Name: name, Description: "about " + name, Parameters: jsonvalue.NewObject(),
		})
	}
	return out
}

func names(tools []llm.ToolDeclaration) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.Name)
	}
	return out
}
