package serve

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// approver asks the client's user. Accepting the question is the approval; the
// question shows the whole call, uncut.
type approver struct{ s *session }

func canElicit(p *sdk.InitializeParams) bool {
	if p == nil || p.Capabilities == nil || p.Capabilities.Elicitation == nil {
		return false
	}
	e := p.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil
}

// Approve implements [tools.Approver]. A client that fails to answer is as one
// that cannot be asked.
func (a approver) Approve(ctx context.Context, r tools.ApprovalRequest) (tools.Approval, error) {
	answer, err := (&Peer{a.s}).Elicit(ctx, question(r), jsonvalue.Value{})
	switch {
	case ctx.Err() != nil: // a late answer counts for nothing
		return tools.ApprovalCancelled, nil
	case err != nil:
		a.s.server.log.Warn("the client could not be asked",
			"client", a.s.id, "tool", r.Call.Name(), "error", err)
		return tools.ApprovalUnavailable, nil
	case answer.Action == "accept":
		return tools.ApprovalAllowedOnce, nil
	case answer.Action == "decline":
		return tools.ApprovalRejected, nil
	}
	return tools.ApprovalCancelled, nil
}

func question(r tools.ApprovalRequest) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Allow this call of tool %q once?", r.Call.Name())
	if r.Reason != "" {
		b.WriteString("\nReason: " + r.Reason)
	}
	b.WriteString("\nArguments: " + r.Call.Arguments().Text())
	return b.String()
}
