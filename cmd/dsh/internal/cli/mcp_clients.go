package cli

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

// clients makes the agents of a server's MCP clients: agents of the preset, whose
// questions go to the client where its user can be asked.
type clients struct {
	host    *host.Host
	dir     string
	outputs *outputs // nil where nothing is linked
}

func (c *clients) newAgent(ctx context.Context, id string) (serve.Agent, error) {
	peer, _ := serve.PeerOf(ctx) // the server gives every client one
	made := serve.Agent{Answered: c.host.Approval != nil && peer.CanElicit()}
	a, err := c.host.NewAgent(ctx, id, c.dir, func(_ context.Context, a *host.Agent) error {
		if c.outputs != nil {
			if err := c.outputs.watch(a.Scope); err != nil {
				return err
			}
		}
		if made.Answered {
			if err := c.host.Approval.Answers(a.Scope, confirm(peer)); err != nil {
				return err
			}
		}
		return c.questions(a, peer)
	})
	if err != nil {
		return serve.Agent{}, err
	}
	made.Identity, made.Scope, made.Close = a.Identity, a.Scope, a.Close
	return made, nil
}

// confirm shows the client's user all of a call, as on a terminal.
func confirm(p *serve.Peer) func(context.Context, *approval.Request) (tools.Approval, error) {
	return func(ctx context.Context, q *approval.Request) (tools.Approval, error) {
		return p.Confirm(ctx, approval.Show(q)+"\nAllow this one call?"), nil
	}
}

// questions lets the tool that asks the user ask the client's, and keeps it from
// clients whose user cannot be asked.
func (c *clients) questions(a *host.Agent, p *serve.Peer) error {
	if c.host.Askers == nil {
		return nil
	}
	if p.CanElicit() {
		_, err := c.host.Askers.Provide(a.Scope, form{p})
		return err
	}
	if _, offered := c.host.Tools.Get(ask.Name, a.Scope.Key(), nil); !offered {
		return nil
	}
	_, err := c.host.Tools.Restrict(a.Scope, tools.Restriction{Deny: []string{ask.Name}})
	return err
}
