package dshdriver

import (
	"context"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// program is a runtime whose programs are written in Go: it makes its calls at
// once, in order, and settles when all have, or after its time. The executor
// above it is the real one.
type program struct {
	// calls are the tools to call.
	calls []string
	// settleAfter ends the program, zero when its calls have.
	settleAfter time.Duration

	// bound are the names that the program had. commits and rejected are the
	// tools whose calls gave a value and failed, in the order in which that
	// reached the program.
	bound, commits, rejected []string
	settled                  chan settlement
}

// programArguments are those of every run_code call and of every sub-call.
const (
	programArguments = `{"code":"return null","description":"a case of the suite"}`
	subcallArguments = `{"n":1}`
)

var _ coderuntime.Runtime = (*program)(nil)

// Language is that of the executor's SDK.
func (*program) Language() string { return "typescript" }

// Isolation says that there is none.
func (*program) Isolation() string { return "none" }

// Close has nothing to end.
func (*program) Close(context.Context) error { return nil }

// settlement is what became of one call of a program.
type settlement struct {
	tool string
	coderuntime.Outcome
}

// Run makes the calls and waits.
func (p *program) Run(ctx context.Context, r coderuntime.Request) (coderuntime.Result, error) {
	if err := r.Validate(); err != nil {
		return coderuntime.Result{}, err
	}
	namespace := r.Namespaces[0]
	p.bound = namespace.Members
	settled := make(chan settlement, len(p.calls))
	p.settled = settled
	for _, tool := range p.calls {
		namespace.Invoke(coderuntime.NewCall(coderuntime.CallParams{
			Global: namespace.Global, Member: tool, Argument: subcallArguments,
			Deliver: func(o coderuntime.Outcome) { settled <- settlement{tool, o} },
		}))
	}
	var over <-chan time.Time
	if p.settleAfter > 0 {
		over = time.After(p.settleAfter)
	}
	pending := p.calls
	for range pending {
		select {
		case s := <-settled:
			p.note(s)
		case <-over:
			return coderuntime.Result{Logs: []string{}, Value: "null"}, nil
		case <-ctx.Done():
			return coderuntime.Failed(coderuntime.KindAbort, context.Cause(ctx).Error()), nil
		}
	}
	return coderuntime.Result{Logs: []string{}, Value: "null"}, nil
}

// drain takes what was settled after the program had ended. The executor has
// returned, so nothing more comes.
func (p *program) drain() {
	for {
		select {
		case s := <-p.settled:
			p.note(s)
		default:
			return
		}
	}
}

func (p *program) note(s settlement) {
	if !s.OK {
		p.rejected = append(p.rejected, s.tool)
		return
	}
	p.commits = append(p.commits, s.tool)
}

// newProgramExecutor is the program executor with one runtime.
func newProgramExecutor(
	s *scope.Scope,
	reg *tools.Registry,
	p *program,
	c ptc.Config,
) (tools.Executor, error) {
	var runtimes ptc.Runtimes
	if _, err := runtimes.Provide(s, p); err != nil {
		return nil, err
	}
	return ptc.New(ptc.Services{Registry: reg, Runtimes: &runtimes}, c)
}
