package main

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/bench/internal/meter"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// benchRegistry measures registering, handing out declarations, and assembling
// the prompt natively and with the SDK.
func benchRegistry() {
	for _, n := range []int{10, 100, 1000, 5000} {
		w := newWorld()
		meter.Once(fmt.Sprintf("registry.register.of%d", n), impl, int64(n), func() {
			for i := range n {
				w.register(wide(fmt.Sprint("tool_", i)))
			}
		})
		meter.Bench(fmt.Sprintf("registry.schemas.of%d", n), impl, meter.Quick, func() {
			want(len(w.reg.Schemas(nil, nil)) == n, "a tool was lost")
		})
		prompt := newPrompt(w)
		meter.Bench(fmt.Sprintf("registry.assemble.of%d", n), impl, meter.Quick, func() {
			a, err := prompt.Assemble(ctx, systemprompt.Input{})
			check(err)
			want(len(a.Tools) == n, "a tool was lost")
		})
		benchSDK(w, n)
		w.close()
	}
	meter.Memory("memory.registry", impl)
}

// newPrompt assembles what the registry's executor describes.
func newPrompt(w *world) *systemprompt.Prompt {
	prompt, err := systemprompt.New(systemprompt.Config{})
	check(err)
	_, err = prompt.AddTools(
		ctx,
		w.root,
		func(ctx context.Context, _ *systemprompt.Input) (systemprompt.Toolbox, error) {
			d, err := w.reg.Describe(ctx, nil, nil)
			return systemprompt.Toolbox{Tools: d.Tools, Sections: sections(d.Sections)}, err
		},
	)
	check(err)
	return prompt
}

func sections(list []tools.Section) []systemprompt.Section {
	out := make([]systemprompt.Section, len(list))
	for i, s := range list {
		out[i] = systemprompt.Section{Name: s.Name, Order: s.Order, Text: s.Text, Literal: true}
	}
	return out
}

// noRuntime is a runtime that is only described, never run.
type noRuntime struct{}

func (noRuntime) Language() string            { return "typescript" }
func (noRuntime) Isolation() string           { return "none" }
func (noRuntime) Close(context.Context) error { return nil }
func (noRuntime) Run(context.Context, coderuntime.Request) (coderuntime.Result, error) {
	return coderuntime.Result{}, nil
}

// benchSDK measures the code-mode prompt of an agent, unchanged and after a tool
// joined and left.
func benchSDK(w *world, n int) {
	s, err := w.root.Keyed("code", nil)
	check(err)
	var runtimes ptc.Runtimes
	_, err = runtimes.Provide(s, coderuntime.Runtime(noRuntime{}))
	check(err)
	_, err = ptc.Mount(s, ptc.Services{Registry: w.reg, Runtimes: &runtimes}, ptc.Config{})
	check(err)
	agent := &tools.Agent{ID: "code", Key: s.Key()}
	describe := func() {
		d, err := w.reg.Describe(ctx, agent, nil)
		check(err)
		want(len(d.Sections) == 2 && len(d.Sections[1].Text) > 100*n, "the SDK is incomplete")
	}
	meter.Bench(fmt.Sprintf("registry.sdk.of%d", n), impl, meter.Quick, describe)
	if n == 1000 {
		meter.Bench("registry.sdk.changed.of1000", impl, meter.Quick, func() {
			undo := w.register(noop("joins", 0))
			describe()
			check(undo(ctx))
			describe()
		})
	}
	check(s.Close(ctx))
}
