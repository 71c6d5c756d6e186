package spill

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Labels of saved texts: what part of a call they are.
const (
	// LabelResult is the formatted result of a direct call.
	LabelResult = "result"
	// LabelDispatch is the recorded copy of a nested call's content (P135).
	LabelDispatch = "dispatch"
)

// Text is one text to keep.
type Text struct {
	// SessionID is whose text it is; it may be any text, so stores must not use
	// it as a path as it is.
	SessionID string
	// Tool, CallID and Label say where the text comes from.
	Tool, CallID, Label string
	// SuggestedName is a file name for people, not a path.
	SuggestedName string
	// Content is the whole text.
	Content string
}

// Saved says where a text went.
type Saved struct {
	// Locator is what the model uses to get at the text: for a file its path.
	Locator string
	// Bytes is the size of what was stored.
	Bytes int
	// RetrievalHint is a sentence that tells the model how to read the text.
	RetrievalHint string
}

// Store keeps texts (§17.2). SaveText returns when the text can be read at its
// locator; a text that could not be kept whole must not be left behind. Stores
// are safe for concurrent use. Nothing is ever deleted through this interface.
type Store interface {
	SaveText(ctx context.Context, t Text) (Saved, error)
}

// Reader is a [Store] whose texts can be read back by who stands between it and
// readers that cannot follow locators themselves, such as the clients of an MCP
// server. ReadText fails for anything but a locator of the store.
type Reader interface {
	Store
	ReadText(ctx context.Context, locator string) (string, error)
}

// Stores says which store serves which agent: the nearest one. Looked up at use,
// so that a store may come and go.
type Stores = scope.Slot[Store]
