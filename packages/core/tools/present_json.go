package tools

import json "github.com/go-json-experiment/json"

// Card names, the tag of a view on the wire.
const (
	cardGeneric  = "generic"
	cardTerminal = "terminal"
	cardDiff     = "diff"
	cardSearch   = "search"
	cardRead     = "read"
	cardWeb      = "web"
)

// tagged puts the card's name, and its shape where a card has several, in
// front of a view's own members.
type tagged[T any] struct {
	Card  string `json:"card"`
	Shape string `json:"shape,omitzero"`
	Kind  string `json:"kind,omitzero"`
	View  T      `json:",inline"`
}

func marshalTagged[T any](card, shape, kind string, v T) ([]byte, error) {
	return json.Marshal(tagged[T]{card, shape, kind, v})
}

// MarshalCallView returns the view as JSON with its "card" member; nil is the
// generic card without a title.
func MarshalCallView(v CallView) ([]byte, error) {
	switch v := v.(type) {
	case GenericCall:
		return marshalTagged(cardGeneric, "", "", v)
	case TerminalCall:
		return marshalTagged(cardTerminal, "", "", v)
	case DiffCall:
		return marshalTagged(cardDiff, "", "", v)
	}
	return marshalTagged(cardGeneric, "", "", GenericCall{})
}

// MarshalResultView returns the view as JSON with its "card" member, and the
// "shape" or "kind" of search and web cards; nil is the generic card.
func MarshalResultView(v ResultView) ([]byte, error) {
	switch v := v.(type) {
	case GenericResult:
		return marshalTagged(cardGeneric, "", "", v)
	case TerminalResult:
		return marshalTagged(cardTerminal, "", "", v)
	case DiffResult:
		return marshalTagged(cardDiff, "", "", v)
	case MatchesResult:
		return marshalTagged(cardSearch, "matches", "", v)
	case PathsResult:
		return marshalTagged(cardSearch, "paths", "", v)
	case ReadResult:
		return marshalTagged(cardRead, "", "", v)
	case WebSearchResult:
		return marshalTagged(cardWeb, "", "search", v)
	case WebFetchResult:
		return marshalTagged(cardWeb, "", "fetch", v)
	}
	return marshalTagged(cardGeneric, "", "", GenericResult{})
}
