package scope

import "context"

type Key struct{}

type Undo func(context.Context) error

type Scope struct{}

func (s *Scope) Defer(label string, u Undo) (Undo, error) { return u, nil }
