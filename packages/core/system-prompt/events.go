package systemprompt

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// Events are what a Prompt tells others.
type Events struct {
	// Assemble wraps each assembly, scoped by the input's key. It runs when the texts are made
	// and before variables are filled in. The draft that the outermost listener returns is what
	// is told to the model, except that a complete section remains alone with its first text,
	// that suppressed contexts stay away, and that tools are neither added nor removed. A
	// listener may change the draft it got from next; nobody else holds it. A failure fails the
	// assembly.
	Assemble event.Waterfall[*Draft, *Draft] `event:"system-prompt/assemble"`
	// Change tells that something was registered or taken back. It reaches everybody, in order; a
	// failure takes a registration back.
	Change event.Broadcast[Change] `event:"system-prompt/change"`
}

// Kind says what changed.
type Kind string

// The kinds of contributions.
const (
	KindSection     Kind = "section"
	KindContext     Kind = "context"
	KindVariable    Kind = "variable"
	KindTools       Kind = "tools"
	KindSuppression Kind = "suppression"
)

// Change is the payload of system-prompt/change.
type Change struct {
	// Kind says what was registered or taken back.
	Kind Kind
	// Name is its name; empty for tools and suppressions, which have none.
	Name string
}

// String names the contribution.
func (c Change) String() string {
	if c.Name == "" {
		return string(c.Kind)
	}
	return fmt.Sprintf("%s %q", c.Kind, c.Name)
}

func checkDraft(d *Draft) error {
	if d == nil {
		return errors.New("there is no draft")
	}
	return nil
}
