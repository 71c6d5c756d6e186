package tools

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Activation is what a condition is asked about (R48). The context that comes
// with it is the preparation's; a condition must react to its end.
type Activation struct {
	// Agent is whose step is prepared, nil for a standalone preparation.
	Agent *Agent
	// Selection is the model of all request attempts of the step.
	Selection llm.Selection
}

// Condition decides once per step whether its tool takes part. False leaves
// the tool out of declarations, bindings and execution. An error or panic
// aborts the step's preparation with [CodeActivationFailed]; it never reads as
// "not available". A condition must not change registrations nor run tools.
type Condition func(ctx context.Context, a Activation) (bool, error)

// RegisterOption refines one registration.
type RegisterOption func(*Registration)

// When makes a registration conditional.
// A nil condition is refused: it must not read as "always".
func When(c Condition) RegisterOption {
	return func(r *Registration) {
		if r.when = c; c == nil {
			r.refused = refuse(CodeNilArgument, "tool %q: its condition is nil", r.def.Name)
		}
	}
}
