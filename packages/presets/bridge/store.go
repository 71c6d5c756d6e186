package bridge

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/tools/fs"
)

// store lets the file tools keep results beyond their cap where the spill policy
// keeps its own, so that read and grep can page them.
type store struct {
	stores *spill.Stores
	agents *agent.Agents
	key    *scope.Key // of the row
}

// SaveText saves the text in the store of the agent that it belongs to, as the
// spill policy does; for agents that are gone in that of the row's scope.
func (b *store) SaveText(ctx context.Context, t fs.StoreText) (fs.Receipt, error) {
	key := b.key
	if a, live := b.agents.Get(t.Owner); live {
		key = a.Key()
	}
	to, ok := b.stores.Nearest(key)
	if !ok {
		return fs.Receipt{}, &spill.Error{Code: spill.CodeStore, Message: "no spill store is mounted"}
	}
	saved, err := to.SaveText(ctx, spill.Text{
		SessionID: t.Owner, Tool: t.ToolName, CallID: t.CallID, Label: spill.LabelResult,
		SuggestedName: t.SuggestedName, Content: t.Content,
	})
	return fs.Receipt{Locator: saved.Locator, RetrievalHint: saved.RetrievalHint}, err
}
