package serve

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// approver asks the client's user. The question shows the whole call, uncut.
type approver struct{ s *session }

func canElicit(p *sdk.InitializeParams) bool {
	if p == nil || p.Capabilities == nil || p.Capabilities.Elicitation == nil {
		return false
	}
	e := p.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil
}

// Approve implements [tools.Approver].
func (a approver) Approve(ctx context.Context, r tools.ApprovalRequest) (tools.Approval, error) {
	return (&Peer{a.s}).Confirm(ctx, question(r)), nil
}

// Confirm puts a policy's question to the client's user: accepting it is the
// approval of this one call. A client that fails to answer is as one that cannot be
// asked, and a late answer counts for nothing.
func (p *Peer) Confirm(ctx context.Context, question string) tools.Approval {
	answer, err := p.Elicit(ctx, question, jsonvalue.Value{})
	switch {
	case ctx.Err() != nil:
		return tools.ApprovalCancelled
	case err != nil:
		p.s.server.log.Warn("the client could not be asked", "client", p.s.id, "error", err)
		return tools.ApprovalUnavailable
	case answer.Action == "accept":
		return tools.ApprovalAllowedOnce
	case answer.Action == "decline":
		return tools.ApprovalRejected
	}
	return tools.ApprovalCancelled
}

func question(r tools.ApprovalRequest) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Allow this call of tool %q once?", r.Call.Name())
	if r.Reason != "" {
		b.WriteString("\nReason: " + visible(r.Reason))
	}
	b.WriteString("\nArguments: " + visible(r.Call.Arguments().Text()))
	return b.String()
}

// visible writes characters that do not show as themselves as JSON escapes, so that
// nothing in a question can hide or move anything else.
func visible(text string) string {
	var b strings.Builder
	for _, c := range text {
		if unicode.IsPrint(c) {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, c) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// denyAsks refuses what would have to be asked of a client that cannot be asked,
// with the policy's own reason, whoever else could be asked above. It looks at what
// all other policies have decided.
func (s *session) denyAsks() error {
	type next = event.Next[*tools.Call, tools.Decision]
	deny := func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
		d, err := n.Do(ctx)
		if err != nil || !d.Asks() {
			return d, err
		}
		if d.Reason() == "" {
			return tools.Deny(fmt.Sprintf(
				"tool %q requires approval, and this client's user cannot be asked", c.Name())), nil
		}
		return tools.Deny(d.Reason()), nil
	}
	events := &s.server.options.Registry.Events
	return events.PreExecute.On(s.agent.Scope, deny, event.Front(), event.Label("mcp-serve"))
}
