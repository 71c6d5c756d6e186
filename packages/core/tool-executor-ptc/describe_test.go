package ptc_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// sdkOf is the text of the SDK section.
func (w *world) sdkOf() string {
	w.Helper()
	d, err := w.reg.Describe(w.Context(), w.agent, nil)
	must(w, err)
	i := slices.IndexFunc(d.Sections, func(s tools.Section) bool { return s.Name == ptc.SectionSDK })
	return d.Sections[i].Text
}

// Tools that are loaded late are declared only where nobody finds them, the text
// says that there are more, and programs may call them either way (R12).
func TestLateToolsAreLeftOut(t *testing.T) {
	for _, config := range []ptc.Config{{}, {AlsoDirect: true}} {
		w := newWorld(t, config, func(_ context.Context, p *calls) string {
			return p.await("late", "{}").Text
		})
		define := func(d tools.Tool[struct{}, string]) {
			d.Execute = func(context.Context, *tools.Exec, struct{}) (string, error) { return "ran", nil }
			whole, err := tools.Define(d)
			must(t, err)
			_, err = w.reg.Register(w.root, whole)
			must(t, err)
		}
		const more = "There are more tools"
		define(tools.Tool[struct{}, string]{Name: "late", DeferLoading: true})
		if text := w.sdkOf(); !strings.Contains(text, "\n  late: ") || strings.Contains(text, more) {
			t.Errorf("nobody finds it, but it is left out: %s", text)
		}
		define(tools.Tool[struct{}, string]{Name: "find", FindsDeferred: true})
		if text := w.sdkOf(); strings.Contains(text, "\n  late: ") || !strings.Contains(text, "\n  find: ") ||
			strings.Count(text, more) != 1 {
			t.Errorf("the late tool is declared, or the text does not say that there are more: %s", text)
		}
		d, err := w.reg.Describe(t.Context(), w.agent, nil)
		must(t, err)
		want := []string{"run_code"}
		if config.AlsoDirect {
			want = append(want, "find")
		}
		var names []string
		for _, tool := range d.Tools {
			names = append(names, tool.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("declared %v, want %v", names, want)
		}
		if got, want := w.run(t.Context()).Result.Value().Text(), `{"logs":[],"result":"ran"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Braces of a description stay what they are (P120g).
func TestLiteralText(t *testing.T) {
	w := newWorld(t, ptc.Config{}, nil)
	whole, err := tools.Define(tools.Tool[struct{}, string]{
		Name: "braces", Description: "Fills {{name}} and {{ other }}.",
		Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil },
	})
	must(t, err)
	_, err = w.reg.Register(w.root, whole)
	must(t, err)
	if text := w.sdkOf(); !strings.Contains(text, "/** Fills {{name}} and {{ other }}. */") {
		t.Errorf("the description is not literal: %s", text)
	}
}

// The card of a program is its description, with the code as raw input (P114).
func TestCard(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(context.Context, *calls) string { return "1" })
	card := w.run(t.Context()).Call.PresentCall()
	want := tools.GenericCall{Title: "a test", Kind: tools.KindExecute, RawInput: "return 1"}
	if !reflect.DeepEqual(card, tools.CallView(want)) {
		t.Errorf("got %+v, want %+v", card, want)
	}
}

// The description of run_code and the text of the SDK say the same (P116, P120f).
func TestInstructionsAgree(t *testing.T) {
	w := newWorld(t, ptc.Config{}, nil)
	d, err := w.reg.Describe(t.Context(), w.agent, nil)
	must(t, err)
	short, long := d.Tools[0].Description, w.sdkOf()
	long = strings.ReplaceAll(long, "`", "")
	for _, both := range []string{
		"TypeScript", "code", "description", "both", "required", "body of an async", "await", "return",
		"top", "erasable", "await tools.name(args)", "print", "images", "attached after the run",
	} {
		for where, text := range map[string]string{"run_code": short, "the SDK": long} {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(both)) {
				t.Errorf("the text of %s lacks %q", where, both)
			}
		}
	}
}

// A runtime is looked up when it is used: mounted later it serves, unmounted it
// is missed, and a nearer one comes first (P130).
func TestRuntimeIsLookedUpAtUse(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	must(t, err)
	root := scope.NewRoot("test")
	defer func() { must(t, root.Close(context.WithoutCancel(t.Context()))) }()
	var runtimes ptc.Runtimes
	_, err = ptc.Mount(root, ptc.Services{Registry: reg, Runtimes: &runtimes}, ptc.Config{})
	must(t, err)
	agent, err := root.Keyed("agent", nil)
	must(t, err)
	w := &world{TB: t, reg: reg, agent: &tools.Agent{ID: "agent", Key: agent.Key()}}
	answers := func(want string) {
		t.Helper()
		o := w.run(t.Context())
		got := o.Result.Value().Text()
		if f := o.Result.Failure(); f != nil {
			got = string(f.Code())
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	answers(string(ptc.CodeNoRuntime))
	for at, s := range map[string]*scope.Scope{"far": root, "near": agent} {
		_, err := runtimes.Provide(s, &fakeRuntime{program: func(context.Context, *calls) string {
			return `"` + at + `"`
		}})
		must(t, err)
	}
	answers(`{"logs":[],"result":"near"}`)
	must(t, agent.Close(t.Context()))
	w.agent = nil
	answers(`{"logs":[],"result":"far"}`)
}

// Once it is unmounted nothing of an executor is left (P132).
func TestUnmounted(t *testing.T) {
	w := newWorld(t, ptc.Config{}, nil)
	w.tool("tool", returns("v"))
	must(t, w.root.Close(t.Context()))
	agent := &tools.Agent{ID: "agent"}
	if _, err := w.reg.Describe(t.Context(), agent, nil); !hasCode(err, tools.CodeNoExecutor) {
		t.Errorf("described: %v", err)
	}
	call := tools.RawCall{CallID: "1", Name: "run_code", Arguments: runCode}
	_, err := w.reg.Execute(t.Context(), &tools.Batch{Agent: agent, Calls: []tools.RawCall{call}})
	if !hasCode(err, tools.CodeNoExecutor) {
		t.Errorf("executed: %v", err)
	}
	root := scope.NewRoot("again")
	defer func() { must(t, root.Close(context.WithoutCancel(t.Context()))) }()
	if _, err := ptc.Mount(root, ptc.Services{Registry: w.reg, Runtimes: &ptc.Runtimes{}}, ptc.Config{}); err != nil {
		t.Errorf("another one cannot be mounted: %v", err)
	}
}
