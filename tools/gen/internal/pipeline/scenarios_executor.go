package pipeline

import (
	"context"
	"fmt"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// program is what the runtime of the scenarios runs whatever text it is given:
// it makes one call and returns its value.
type program struct{}

// Language is that of the SDK text.
func (program) Language() string { return "typescript" }

// Isolation says that there is none: the program is part of the generator.
func (program) Isolation() string { return "none" }

// Close has nothing to end.
func (program) Close(context.Context) error { return nil }

// Run makes the call and waits for its outcome.
func (program) Run(ctx context.Context, r coderuntime.Request) (coderuntime.Result, error) {
	if err := r.Validate(); err != nil {
		return coderuntime.Result{}, err
	}
	out := make(chan coderuntime.Outcome, 1)
	ns := r.Namespaces[0]
	ns.Invoke(coderuntime.NewCall(coderuntime.CallParams{
		Global: ns.Global, Member: "probe", Argument: `{"n": 1}`,
		Deliver: func(o coderuntime.Outcome) { out <- o },
	}))
	select {
	case o := <-out:
		return coderuntime.Result{Logs: []string{}, Value: o.Text}, nil
	case <-ctx.Done():
		return coderuntime.Failed(coderuntime.KindAbort, fmt.Sprint(context.Cause(ctx))), nil
	}
}

// programs mounts the executor of programs over the probe.
func programs(w *world) error {
	runtimes := new(ptc.Runtimes)
	if _, err := runtimes.Provide(w.root, program{}); err != nil {
		return err
	}
	if _, err := ptc.Mount(w.root, ptc.Services{Registry: w.reg, Runtimes: runtimes}, ptc.Config{}); err != nil {
		return err
	}
	return w.probe(nil)
}

func executorScenarios() []scenario {
	return []scenario{
		{name: "direct call beside programs", arrange: programs,
			shows: "Where only run_code may be called, another visible tool is refused before any policy."},
		{name: "call from a program", arrange: programs,
			shows: "A program's call goes through everything that a native call does.",
			calls: []tools.RawCall{{CallID: "1", Name: tools.ReservedName,
				Arguments: `{"code": "return await tools.probe({n: 1})", "description": "call the probe"}`}}},
	}
}
