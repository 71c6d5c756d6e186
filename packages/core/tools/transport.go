package tools

import "fmt"

// Transport is an executor's own tool, through which it wants to be called
// instead of, or beside, the visible ones (R69).
type Transport struct {
	// Tool is the transport, made with [Compile].
	Tool *Registration
	// Only refuses direct calls of other visible tools before any policy; nested
	// calls are exempt.
	Only bool
	// Hint says how to reach a refused tool; it may be nil.
	Hint func(name string) string
}

func (t *Transport) refusal(name string) *Failure {
	f := unknownTool(name)
	if t.Hint != nil {
		f.message = fmt.Sprintf("%s: %s", f.message, t.Hint(echo(name)))
	}
	return f
}
