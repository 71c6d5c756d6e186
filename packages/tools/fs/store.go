package fs

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Store saves text that does not fit into a result (§17.2). Implementations are safe for
// concurrent use.
type Store interface {
	SaveText(ctx context.Context, text StoreText) (Receipt, error)
}

// StoreText is what to save and whose it is.
type StoreText struct {
	// Owner is the id of the agent that the call belongs to.
	Owner string
	// ToolName and CallID say which call it comes from.
	ToolName, CallID string
	// SuggestedName is a file name for it.
	SuggestedName string
	Content       string
}

// Receipt says where saved text is.
type Receipt struct {
	// Locator is what the model reads to find it, often a path.
	Locator string
	// RetrievalHint tells the model in a sentence how to get at it.
	RetrievalHint string
}

// Save saves the complete text of a result that was capped. It does so only for calls made by an
// agent directly; ok is false where nothing was saved, which a failing store logs.
func (s *Service) Save(ctx context.Context, c *tools.Call, name, text string) (r Receipt, ok bool) {
	if c.Agent() == nil || c.Nested() {
		return Receipt{}, false
	}
	store, ok := s.Stores.Nearest(KeyOf(c))
	if !ok {
		return Receipt{}, false
	}
	receipt, err := store.SaveText(ctx, StoreText{
		Owner: c.Agent().ID, ToolName: c.Name(), CallID: c.ID(), SuggestedName: name, Content: text,
	})
	if err != nil {
		s.logger.Warn("complete result could not be saved", "tool", c.Name(), "error", err)
		return Receipt{}, false
	}
	return receipt, true
}
