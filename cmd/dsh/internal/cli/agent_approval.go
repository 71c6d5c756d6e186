package cli

import (
	"context"
	"io"
	"os"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

type approvalFlags struct {
	yes, ask, never bool
}

func (f *approvalFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&f.yes, "yes", false, "allow every call that needs approval")
	c.Flags().BoolVar(&f.ask, "ask", false, "ask on standard error and read the answers from standard input")
	c.Flags().BoolVar(&f.never, "never", false, "refuse every call that needs approval")
	c.MarkFlagsMutuallyExclusive("yes", "ask", "never")
}

// mount puts questions to whom the flags say, and returns the policy.
func (f *approvalFlags) mount(s Streams, w *agentWorld, v *approval.Service) (approval.Policy, error) {
	scope, policy := w.run.agent.Scope, approval.PolicyAsk
	asks := f.ask || !f.yes && !f.never && isTerminal(s.In) && isTerminal(s.Err)
	if !f.yes && !asks {
		policy = approval.PolicyNever
	}
	err := v.Mount(scope, w.run.host.Tools, approval.Config{Policy: policy})
	switch {
	case err != nil:
		return policy, err
	case f.yes:
		return policy, v.Answers(scope, allow)
	case asks:
		person := approval.NewTerminal(approval.TerminalConfig{
			In: approval.NewLines(s.In), Out: w.view.screen.questions(), Color: w.view.screen.color,
		})
		return policy, v.Answers(scope, w.view.asking(person.Ask))
	}
	return policy, nil
}

func allow(context.Context, *approval.Request) (tools.Approval, error) {
	return tools.ApprovalAllowedOnce, nil
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// canPaint reports whether escape codes mean something to whoever reads w.
func canPaint(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }
