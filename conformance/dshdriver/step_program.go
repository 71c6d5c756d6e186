package dshdriver

import (
	"context"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// programExecutor offers only a transport, whose body issues the calls of a
// program. It stands for the program executor: the same pipeline, transport and
// nested calls, without a language.
type programExecutor struct {
	w         *stepWorld
	transport *tools.Transport
}

func newProgramExecutor(w *stepWorld) tools.Executor {
	d := labelled(tools.ReservedName, "runs a program")
	e := &programExecutor{w: w}
	d.Execute = e.body
	tool, err := tools.Compile(d)
	if err != nil {
		return e // has no transport, so that every use of it fails
	}
	e.transport = &tools.Transport{
		Tool: tool, Only: true, Hint: func(name string) string { return "call tools." + name + " from a program" },
	}
	return e
}

// Describe declares the transport and binds the admitted tools.
func (e *programExecutor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	e.w.out.Bound = []string{}
	for _, t := range d.Tools {
		e.w.out.Bound = append(e.w.out.Bound, t.Name())
	}
	return tools.Description{}, nil
}

// Execute runs the batch with the transport.
func (e *programExecutor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.w.reg.RunBatch(ctx, b, e.transport)
}

// body is the program: a hand-made sub-call to the probe.
func (e *programExecutor) body(ctx context.Context, x *tools.Exec) (any, error) {
	o := x.Nested().Call(ctx, tools.Invocation{CallID: "sub-1", Name: conformance.ProbeName, Text: `{"n":1}`})
	e.w.out.Sub = outcome(o)
	return nil, nil
}

// runProgram calls the transport with the step's set.
func (w *stepWorld) runProgram() error {
	_, err := w.reg.Execute(w.ctx, &tools.Batch{
		Agent: w.agent(conformance.StepAgent), Set: w.set,
		Calls: []tools.RawCall{{CallID: "call-1", Name: tools.ReservedName}},
	})
	return err
}
