package systemprompt_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/google/go-cmp/cmp"
)

type (
	section = systemprompt.Section
	text    = systemprompt.Text
	draft   = systemprompt.Draft
	next    = event.Next[*draft, *draft]
)

func TestSectionsStandInOrder(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "late", Order: 200, Text: "third"})
	b.section(b.agent, section{Name: "mine", Order: 100, Text: "second"})
	b.section(b.preset, section{Name: "early", Order: -5, Text: "first"})
	b.section(b.root, section{Name: "silent", Order: 1})
	b.section(b.root, section{Name: "made", Order: 300, Make: making(func() (string, error) {
		return "fourth", nil
	})})
	a := b.assemble()
	if want := "first\n\nsecond\n\nthird\n\nfourth"; a.System != want {
		t.Errorf("the prompt is %q, want %q", a.System, want)
	}
	want := []text{
		{Name: "early", Order: -5, Text: "first"}, {Name: "mine", Order: 100, Text: "second"},
		{Name: "late", Order: 200, Text: "third"}, {Name: "made", Order: 300, Text: "fourth"},
	}
	if diff := cmp.Diff(want, a.Sections); diff != "" {
		t.Error(diff)
	}
}

// What is hidden is never asked (R102a).
func TestNearerSectionsHideFartherOnes(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	hidden := making(func() (string, error) { return "", errors.New("a hidden section was asked") })
	b.section(b.root, section{Name: "s", Make: hidden})
	b.section(b.preset, section{Name: "s", Make: hidden})
	undo := b.section(b.agent, section{Name: "s", Text: "nearest"})
	if a := b.assemble(); a.System != "nearest" {
		t.Errorf("the prompt is %q", a.System)
	}
	other := keyed(t, b.root, "other", nil)
	b.section(other, section{Name: "s", Text: "elsewhere"})
	a, err := b.Assemble(t.Context(), systemprompt.Input{Key: other.Key()})
	check(t, err)
	if a.System != "elsewhere" {
		t.Errorf("another key's prompt is %q", a.System)
	}
	check(t, undo(t.Context()))
	wantCode(t, b.failure(), systemprompt.CodeProvider)
}

func TestContributionsGoWithTheirScope(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	row, err := b.root.Child("row")
	check(t, err)
	b.section(row, section{Name: "s", Text: "here"})
	b.context(row, section{Name: "c", Text: "now"})
	b.variable(row, "v", "x")
	b.tools(row, systemprompt.Toolbox{Tools: declare("a")})
	if a := b.assemble(); a.System == "" || a.Context == "" || len(a.Tools) != 1 {
		t.Errorf("assembled %+v", a)
	}
	check(t, row.Close(t.Context()))
	if a := b.assemble(); a.System != "" || a.Context != "" || len(a.Tools) != 0 {
		t.Errorf("left over: %+v", a)
	}
	if _, err := b.AddSection(t.Context(), row, section{Name: "s"}); scope.CodeOf(err) != scope.CodeClosed {
		t.Errorf("a closed scope took a section: %v", err)
	}
}

func TestContexts(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	if _, ok := b.assemble().ContextMessage(); ok {
		t.Error("there is a context message although nobody says anything")
	}
	b.context(b.root, section{Name: "b", Order: 2, Text: "it is {{day}}"})
	b.context(b.agent, section{Name: "a", Order: 1, Text: "policy: ask"})
	b.variable(b.root, "day", "Friday")
	want := systemprompt.ContextLine + "\n\npolicy: ask\n\nit is Friday"
	a := b.assemble()
	if a.Context != want || a.System != "" {
		t.Errorf("the context is %q, want %q", a.Context, want)
	}
	m, ok := a.ContextMessage()
	if !ok || m.Role != llm.RoleUser || m.Content.Text() != want || m.Source.Name != "system-prompt" {
		t.Errorf("the message is %+v", m)
	}
}

// A suppressed context is neither asked nor added to by listeners.
func TestSuppression(t *testing.T) {
	asked := making(func() (string, error) { return "", errors.New("a suppressed context was asked") })
	adding := func(ctx context.Context, _ *draft, n next) (*draft, error) {
		d, err := n.Do(ctx)
		if err == nil {
			d.Contexts = append(d.Contexts, text{Name: "extra", Text: "added"})
		}
		return d, err
	}
	for name, suppress := range map[string]func(*bench) (scope.Undo, error){
		"agent":  func(b *bench) (scope.Undo, error) { return b.SuppressContexts(t.Context(), b.agent) },
		"preset": func(b *bench) (scope.Undo, error) { return b.SuppressContexts(t.Context(), b.preset) },
		"global": func(b *bench) (scope.Undo, error) { return b.SuppressContexts(t.Context(), b.root) },
	} {
		b := newBench(t, systemprompt.Config{})
		undo, err := suppress(b)
		check(t, err)
		b.context(b.root, section{Name: "c", Make: asked})
		check(t, b.Events.Assemble.On(b.root, adding))
		if a := b.assemble(); a.Context != "" {
			t.Errorf("%s: the context is %q", name, a.Context)
		}
		check(t, undo(t.Context()))
		wantCode(t, b.failure(), systemprompt.CodeProvider)
	}
	b := newBench(t, systemprompt.Config{NoContexts: true})
	b.context(b.root, section{Name: "c", Make: asked})
	if a := b.assemble(); a.Context != "" {
		t.Errorf("the context is %q", a.Context)
	}
}

func TestVariables(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.variable(b.root, "name", "global {{other}}")
	b.variable(b.agent, "cwd_1", "/work")
	asked := 0
	_, err := b.AddVariable(t.Context(), b.root, "counted", func(context.Context, *systemprompt.Input) (
		string, bool, error,
	) {
		asked++
		return "one", true, nil
	})
	check(t, err)
	for in, want := range map[string]string{
		"{{name}} in {{cwd_1}}":     "global {{other}} in /work", // values are not searched again
		"{{counted}}{{counted}}":    "oneone",
		"open {{ without an end":    "open {{ without an end",
		"{{cwd_1}} and {{ no end":   "/work and {{ no end",
		"an end }} without a start": "an end }} without a start",
		"{ {name} }":                "{ {name} }",
	} {
		undo := b.section(b.root, section{Name: "s", Text: in})
		if a := b.assemble(); a.System != want {
			t.Errorf("%q became %q, want %q", in, a.System, want)
		}
		check(t, undo(t.Context()))
	}
	if asked != 1 {
		t.Errorf("a variable was asked %d times in one assembly", asked)
	}
	b.variable(b.agent, "name", "near")
	b.section(b.root, section{Name: "s", Text: "{{name}}"})
	if a := b.assemble(); a.System != "near" {
		t.Errorf("the prompt is %q", a.System)
	}
}

func TestBadReferences(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	_, err := b.AddVariable(t.Context(), b.root, "empty", func(context.Context, *systemprompt.Input) (
		string, bool, error,
	) {
		return "", false, nil
	})
	check(t, err)
	for in, says := range map[string]string{
		"{{unknown}}":     "names no variable",
		"{{empty}}":       "has no value",
		"{{ name }}":      "is malformed",
		"{{}}":            "is malformed",
		"{{Name}}":        "is malformed",
		"{{constructor}}": "names no variable",
		"{{__proto__}}":   "is malformed",
		"{{a {{b}}":       "is malformed",
	} {
		undo := b.section(b.root, section{Name: "s", Text: in})
		err := b.failure()
		wantCode(t, err, systemprompt.CodeReference)
		if !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), `section "s"`) {
			t.Errorf("%q: error %q does not name the section and say %q", in, err, says)
		}
		check(t, undo(t.Context()))
	}
	b.section(b.root, section{Name: "s", Text: "{{unknown}}", Literal: true})
	if a := b.assemble(); a.System != "{{unknown}}" {
		t.Errorf("a literal section became %q", a.System)
	}
}

// A variable that is registered while texts are made counts; a tool provider joins the next
// assembly.
func TestContributionsDuringAnAssembly(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "s", Make: func(ctx context.Context, _ *systemprompt.Input) (string, error) {
		if _, err := b.AddVariable(ctx, b.root, "fresh", systemprompt.Value("x")); err != nil {
			return "{{fresh}} again", nil
		}
		_, err := b.AddTools(ctx, b.root, boxed(systemprompt.Toolbox{Tools: declare("late")}))
		return "{{fresh}}", err
	}})
	if a := b.assemble(); a.System != "x" || len(a.Tools) != 0 {
		t.Errorf("assembled %+v", a)
	}
	if a := b.assemble(); a.System != "x again" || len(a.Tools) != 1 {
		t.Errorf("assembled %+v", a)
	}
}

func TestListenersChangeTexts(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "a", Order: 1, Text: "one"})
	b.section(b.root, section{Name: "b", Order: 2, Text: "two"})
	b.variable(b.root, "v", "value")
	check(t, b.Events.Assemble.On(b.agent, func(ctx context.Context, in *draft, n next) (*draft, error) {
		d, err := n.Do(ctx)
		if err != nil {
			return nil, err
		}
		if d.Input().Key != b.agent.Key() || d.Section("none") != nil {
			t.Error("the draft does not tell for whom it is")
		}
		d.Section("a").Text = "changed"
		d.Sections[0], d.Sections[1] = d.Sections[1], d.Sections[0]
		d.Sections = append(d.Sections, text{Name: "c", Order: -1, Text: "added {{v}}"})
		return d, nil
	}))
	if a := b.assemble(); a.System != "two\n\nchanged\n\nadded value" {
		t.Errorf("the prompt is %q", a.System)
	}
	a, err := b.Assemble(t.Context(), systemprompt.Input{})
	check(t, err)
	if a.System != "one\n\ntwo" {
		t.Errorf("a listener of another key changed the prompt to %q", a.System)
	}
}

// Listeners present tools; who admits calls decides which there are (R100, R102).
func TestListenersCannotChangeTheToolSet(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	shared := declare("b", "a")
	shared[0].DeferLoading = true
	b.tools(b.root, systemprompt.Toolbox{Tools: shared})
	var kept *draft
	check(t, b.Events.Assemble.On(b.root, func(ctx context.Context, _ *draft, n next) (*draft, error) {
		d, err := n.Do(ctx)
		if err != nil {
			return nil, err
		}
		d.Tools()[0].Name = "renamed"
		if !d.Describe("a", "told anew") || d.Describe("c", "x") {
			t.Error("Describe does not know which tools there are")
		}
		kept = d
		return &draft{Sections: d.Sections}, nil // a draft of its own has no tools to give
	}))
	a := b.assemble()
	if diff := cmp.Diff([]string{"a", "b"}, names(a.Tools)); diff != "" {
		t.Error(diff)
	}
	if a.Tools[0].Description != "told anew" || !a.Tools[1].DeferLoading {
		t.Errorf("declared %+v", a.Tools)
	}
	kept.Describe("a", "told too late")
	a.Tools[1].Name = "mine"
	if a.Tools[0].Description != "told anew" || shared[0].Name != "b" || shared[1].Description != "about a" {
		t.Error("the assembly shares something with others")
	}
}

func TestCompleteSectionStandsAlone(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "a", Order: 1, Text: "one"})
	b.section(b.agent, section{Name: "all", Order: 2, Text: "only {{v}}", Complete: true})
	b.variable(b.root, "v", "this")
	b.context(b.root, section{Name: "c", Text: "now"})
	check(t, b.Events.Assemble.On(b.root, func(ctx context.Context, _ *draft, n next) (*draft, error) {
		d, err := n.Do(ctx)
		if err == nil {
			d.Sections = []text{{Name: "all", Text: "replaced"}, {Name: "more", Text: "more"}}
		}
		return d, err
	}))
	a := b.assemble()
	if a.System != "only this" || !strings.HasSuffix(a.Context, "now") {
		t.Errorf("assembled %+v", a)
	}
	b.section(b.preset, section{Name: "other", Text: "x", Complete: true})
	wantCode(t, b.failure(), systemprompt.CodeComplete)
}

func TestToolSections(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "guide", Order: 100, Text: "guidance"})
	b.tools(b.root, systemprompt.Toolbox{Sections: []section{
		{Name: "sdk", Order: 150, Text: "type X = {{ [k: string]: unknown }}"},
		{Name: "only", Order: 99, Text: "run_code only"},
	}})
	want := "run_code only\n\nguidance\n\ntype X = {{ [k: string]: unknown }}"
	if a := b.assemble(); a.System != want {
		t.Errorf("the prompt is %q", a.System)
	}
	b.section(b.agent, section{Name: "sdk", Order: 150, Text: "my own"})
	if a := b.assemble(); a.System != "run_code only\n\nguidance\n\nmy own" {
		t.Errorf("the prompt is %q", a.System)
	}
	b.tools(b.agent, systemprompt.Toolbox{Sections: []section{{Text: "nameless"}}})
	wantCode(t, b.failure(), systemprompt.CodeArgument)
}

type set struct{ selection llm.Selection }

func (s set) Selection() llm.Selection { return s.selection }

// Everybody who makes something sees the same input (R48, R49).
func TestInputIsHandedOn(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	in := systemprompt.Input{
		Key: b.agent.Key(), AgentID: "a-1", Selection: llm.Selection{Model: "m"},
		Tools: set{llm.Selection{Model: "m"}},
	}
	seen := 0
	see := func(got *systemprompt.Input) {
		seen++
		if *got != in {
			t.Errorf("got %+v", got)
		}
	}
	b.section(b.root, section{Name: "s", Make: func(_ context.Context, got *systemprompt.Input) (string, error) {
		see(got)
		return "{{v}}", nil
	}})
	b.context(b.root, section{Name: "c", Make: func(_ context.Context, got *systemprompt.Input) (string, error) {
		see(got)
		return "", nil
	}})
	_, err := b.AddVariable(t.Context(), b.root, "v", func(_ context.Context, got *systemprompt.Input) (
		string, bool, error,
	) {
		see(got)
		return "x", true, nil
	})
	check(t, err)
	_, err = b.AddTools(t.Context(), b.root, func(_ context.Context, got *systemprompt.Input) (
		systemprompt.Toolbox, error,
	) {
		see(got)
		return systemprompt.Toolbox{}, nil
	})
	check(t, err)
	if _, err := b.Assemble(t.Context(), in); err != nil || seen != 4 {
		t.Errorf("%d saw the input (%v)", seen, err)
	}
}

var errBoom = errors.New("boom")

func TestFailures(t *testing.T) {
	panicking := func() (string, error) { panic("boom") }
	for name, test := range map[string]struct {
		add  func(*bench)
		code systemprompt.Code
		says string
	}{
		"section": {func(b *bench) {
			b.section(b.root, section{Name: "s", Make: making(func() (string, error) { return "", errBoom })})
		}, systemprompt.CodeProvider, `section "s": it failed: boom`},
		"panic": {func(b *bench) {
			b.context(b.root, section{Name: "c", Make: making(panicking)})
		}, systemprompt.CodeProvider, `context "c": it panicked`},
		"variable": {func(b *bench) {
			b.section(b.root, section{Name: "s", Text: "{{v}}"})
			_, err := b.AddVariable(b.t.Context(), b.root, "v", func(context.Context, *systemprompt.Input) (
				string, bool, error,
			) {
				return "", false, errBoom
			})
			check(b.t, err)
		}, systemprompt.CodeProvider, `variable "v": it failed: boom`},
		"tools": {func(b *bench) {
			_, err := b.AddTools(b.t.Context(), b.root, func(context.Context, *systemprompt.Input) (
				systemprompt.Toolbox, error,
			) {
				return systemprompt.Toolbox{}, errBoom
			})
			check(b.t, err)
		}, systemprompt.CodeProvider, "tool provider: it failed: boom"},
		"listener": {func(b *bench) {
			check(b.t, b.Events.Assemble.On(b.root, func(context.Context, *draft, next) (*draft, error) {
				return nil, errBoom
			}))
		}, systemprompt.CodeTransform, "assembly: a listener failed: boom"},
		"listener without a draft": {func(b *bench) {
			check(b.t, b.Events.Assemble.On(b.root, func(context.Context, *draft, next) (*draft, error) {
				return nil, nil
			}, event.Label("careless")))
		}, systemprompt.CodeTransform, "careless"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, systemprompt.Config{})
			test.add(b)
			err := b.failure()
			wantCode(t, err, test.code)
			if !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q does not say %q", err, test.says)
			}
		})
	}
}

func TestCancelledAssembly(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	ctx, cancel := context.WithCancelCause(t.Context())
	b.section(b.root, section{Name: "s", Make: func(ctx context.Context, _ *systemprompt.Input) (string, error) {
		cancel(errBoom)
		return "", ctx.Err()
	}})
	if _, err := b.Assemble(ctx, systemprompt.Input{}); !errors.Is(err, errBoom) || systemprompt.CodeOf(err) != "" {
		t.Errorf("got %v", err)
	}
	if _, err := b.Assemble(ctx, systemprompt.Input{}); !errors.Is(err, errBoom) {
		t.Errorf("got %v", err)
	}
}

func TestRefusedContributions(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	ctx, made := t.Context(), making(func() (string, error) { return "", nil })
	for name, add := range map[string]func() (scope.Undo, error){
		"nameless section": func() (scope.Undo, error) { return b.AddSection(ctx, b.root, section{}) },
		"text twice": func() (scope.Undo, error) {
			return b.AddSection(ctx, b.root, section{Name: "s", Text: "x", Make: made})
		},
		"complete context": func() (scope.Undo, error) {
			return b.AddContext(ctx, b.root, section{Name: "s", Complete: true})
		},
		"no provider":         func() (scope.Undo, error) { return b.AddTools(ctx, b.root, nil) },
		"no value":            func() (scope.Undo, error) { return b.AddVariable(ctx, b.root, "v", nil) },
		"variable with space": func() (scope.Undo, error) { return b.AddVariable(ctx, b.root, "a b", systemprompt.Value("")) },
		"variable of digits":  func() (scope.Undo, error) { return b.AddVariable(ctx, b.root, "1", systemprompt.Value("")) },
	} {
		_, err := add()
		if systemprompt.CodeOf(err) != systemprompt.CodeArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
	b.section(b.root, section{Name: "s"})
	_, err := b.AddSection(ctx, b.root, section{Name: "s"})
	wantCode(t, err, systemprompt.CodeTaken)
	b.section(b.agent, section{Name: "s"})
}

// Each registration is announced; an observer's failure takes it back, which is announced too.
func TestChangeNotice(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	var seen []string
	refuse := false
	check(t, b.Events.Change.On(b.agent, func(_ context.Context, c systemprompt.Change) error {
		seen = append(seen, c.String())
		if refuse {
			refuse = false
			return errBoom
		}
		return nil
	}))
	undo := b.section(b.root, section{Name: "s", Text: "x"})
	b.variable(b.agent, "v", "x")
	check(t, undo(t.Context()))
	check(t, undo(t.Context()))
	_, err := b.SuppressContexts(t.Context(), b.agent)
	check(t, err)
	refuse = true
	_, err = b.AddSection(t.Context(), b.root, section{Name: "refused", Text: "y"})
	if !errors.Is(err, errBoom) {
		t.Errorf("the failure did not come back: %v", err)
	}
	want := []string{
		`section "s"`, `variable "v"`, `section "s"`, "suppression", `section "refused"`, `section "refused"`,
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	if a := b.assemble(); a.System != "" {
		t.Errorf("the refused section is there: %q", a.System)
	}
	b.section(b.root, section{Name: "refused", Text: "y"})
}

// The same contributions give the same bytes, whatever the order of registration.
func TestBytesAreStable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var first *systemprompt.Assembly
	for range 100 {
		b := newBench(t, systemprompt.Config{ToolOrder: []string{"z", systemprompt.RestEntry}})
		var steps []func()
		for i := range 30 {
			s := []*scope.Scope{b.root, b.preset, b.agent}[i%3]
			name := fmt.Sprint("n", i)
			steps = append(steps,
				func() { b.section(s, section{Name: name, Order: i / 4, Text: name + " {{v}}"}) },
				func() { b.context(s, section{Name: name, Order: i % 2, Text: name}) },
				func() { b.tools(s, systemprompt.Toolbox{Tools: declare(name, "z"+name)}) },
			)
		}
		steps = append(steps, func() { b.variable(b.root, "v", "w") },
			func() { b.tools(b.root, systemprompt.Toolbox{Tools: declare("z")}) })
		r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		for _, step := range steps {
			step()
		}
		a := b.assemble()
		if first == nil {
			first = a
		}
		if a.System != first.System || a.Context != first.Context || !a.SameHeader(first) {
			t.Fatal("two registrations in other orders gave other bytes")
		}
		if diff := cmp.Diff(first.Tools, a.Tools); diff != "" {
			t.Fatal(diff)
		}
	}
	if len(first.Tools) != 61 || first.Tools[0].Name != "z" || !strings.Contains(first.System, "n29 w") {
		t.Errorf("assembled %+v", first)
	}
}

func TestConcurrentSafe(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	b.section(b.root, section{Name: "base", Text: "base"})
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for j := range 25 {
				undo, err := b.AddSection(t.Context(), b.agent, section{Name: fmt.Sprint(i, j), Text: "x"})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := b.Assemble(t.Context(), systemprompt.Input{Key: b.agent.Key()}); err != nil {
					t.Error(err)
				}
				if err := undo(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if a := b.assemble(); a.System != "base" {
		t.Errorf("left over: %q", a.System)
	}
}
