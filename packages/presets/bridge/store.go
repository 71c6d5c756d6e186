package bridge

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/tools/fs"
)

// store lets the file tools keep results beyond their cap where the spill policy
// keeps its own, so that read and grep can page them.
type store struct {
	stores *spill.Stores
	key    *scope.Key
}

// SaveText saves the text in the store of the row's scope.
func (b *store) SaveText(ctx context.Context, t fs.StoreText) (fs.Receipt, error) {
	to, ok := b.stores.Nearest(b.key)
	if !ok {
		return fs.Receipt{}, &spill.Error{Code: spill.CodeStore, Message: "no spill store is mounted"}
	}
	saved, err := to.SaveText(ctx, spill.Text{
		SessionID: t.Owner, Tool: t.ToolName, CallID: t.CallID, Label: spill.LabelResult,
		SuggestedName: t.SuggestedName, Content: t.Content,
	})
	return fs.Receipt{Locator: saved.Locator, RetrievalHint: saved.RetrievalHint}, err
}
