package cli

import (
	"context"
	"io"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/tools/ask"
)

// person is whoever reads standard error and types into standard input. One
// question at a time is put to them, of either kind. Safe for concurrent use.
type person struct {
	view      *agentView
	approvals *approval.Terminal
	questions *ask.Terminal
	turn      chan struct{} // holds a token while nobody asks
}

var _ ask.Asker = (*person)(nil)

func newPerson(v *agentView) *person {
	out := v.screen.questions()
	var lines approval.LineReader = approval.NewLines(v.screen.in)
	if !isTerminal(v.screen.in) {
		lines = echoed{lines, out}
	}
	p := &person{
		view:      v,
		approvals: approval.NewTerminal(approval.TerminalConfig{In: lines, Out: out, Color: v.screen.color}),
		questions: ask.NewTerminal(lines, out),
		turn:      make(chan struct{}, 1),
	}
	p.turn <- struct{}{}
	return p
}

// echoed shows what is read, as a terminal does.
type echoed struct {
	approval.LineReader
	out io.Writer
}

// ReadLine reads a line and writes it behind the question.
func (e echoed) ReadLine(ctx context.Context) (string, error) {
	line, err := e.LineReader.ReadLine(ctx)
	_, _ = io.WriteString(e.out, approval.Visible(line)+"\n")
	return line, err
}

// begin waits until nobody else asks, and keeps the status line away from then
// until end.
func (p *person) begin(ctx context.Context) (end func(), err error) {
	select {
	case <-p.turn:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	show := p.view.screen.hush()
	return func() {
		show()
		p.turn <- struct{}{}
	}, nil
}

// approve asks whether a call may run.
func (p *person) approve(ctx context.Context, q *approval.Request) (tools.Approval, error) {
	end, err := p.begin(ctx)
	if err != nil {
		return tools.ApprovalCancelled, nil //nolint:nilerr // the question is withdrawn
	}
	defer end()
	return p.approvals.Ask(ctx, q)
}

// Ask puts the model's own questions.
func (p *person) Ask(ctx context.Context, questions []ask.Question) ([]ask.Answer, error) {
	end, err := p.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return p.questions.Ask(ctx, questions)
}
