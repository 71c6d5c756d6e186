package cli

import (
	"context"
	"io"
	"os"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
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

// answers says who answers an agent's questions, of two kinds: whether a call may
// run, and what the model asks by itself.
type answers struct {
	policy approval.Policy // what a flag says, "" for none: the session's own holds
	yes    bool            // every call may run
	person bool            // somebody can be asked
	row    bool            // the preset has an approval policy
}

// answers is what the flags say where these are the streams.
func (f *approvalFlags) answers(s Streams) answers {
	a := answers{yes: f.yes, person: f.ask || isTerminal(s.In) && isTerminal(s.Err)}
	switch {
	case f.yes, f.ask:
		a.policy = approval.PolicyAsk
	case f.never:
		a.policy = approval.PolicyNever
	}
	return a
}

// adapt gives the preset the approval policy that a flag is about, where it has
// none.
func (a *answers) adapt(p presets.Preset) presets.Preset {
	if _, a.row = rowOf(p, approval.PluginName); a.row || a.policy == "" {
		return p
	}
	a.row = true
	return p.With(presets.Row{Plugin: approval.PluginName})
}

// mount puts the questions of the agent with scope s to whom they are for.
func (a *answers) mount(ctx context.Context, w *agentWorld, s *scope.Scope) error {
	var p *person
	if a.person {
		p = newPerson(w.view)
		if w.host.Askers != nil {
			if _, err := w.host.Askers.Provide(s, p); err != nil {
				return err
			}
		}
	}
	switch {
	case !a.row:
		return nil
	case a.yes:
		return w.host.Approval.Answers(s, allow)
	case a.person:
		return w.host.Approval.Answers(s, p.approve)
	}
	// The session may say that the user is asked; nobody is there this time.
	_, err := w.host.Prompt.AddContext(ctx, s, systemprompt.Section{
		Name: "approval-policy", Order: 100, Literal: true,
		Text: "Approval policy: " + approval.Describe(approval.PolicyNever),
	})
	return err
}

// pin writes the policy of a flag into the session, unless it says so already.
func (a *answers) pin(ctx context.Context, made *host.Agent) error {
	if a.policy == "" || permission.Facts(made.Agent).ApprovalPolicy == string(a.policy) {
		return nil
	}
	_, err := made.Agent.Log().Append(ctx, session.Record{
		Type: session.TypeApprovalPolicy,
		Data: approval.PolicyChange{Policy: a.policy, Source: approval.SourceUser},
	})
	return err
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
