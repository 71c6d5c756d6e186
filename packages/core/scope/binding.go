package scope

import "sync"

// linking serialises changes of parent links, which a check for cycles needs. It is
// one for the process because keys know their parents and not their tree, and a
// rebinding may join what two trees made; it is held for a few pointer writes, at
// the making, moving and end of a key, and guards nothing else.
var linking sync.Mutex

// Binding is the right to move one key below another parent. There is one for
// each key, handed out by [Scope.Binding]; whoever holds it is the binder. The
// zero Binding refuses everything. All methods may be called concurrently.
type Binding struct {
	key    *Key
	sealed bool // guarded by linking
}

// Binding hands out the binding of the key that was made for s. It fails with
// [CodeUnkeyed] if s has no key of its own and with [CodeBound] the second time.
func (s *Scope) Binding() (*Binding, error) {
	if !s.minted {
		return nil, &Error{Code: CodeUnkeyed, Label: s.Path()}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bound {
		return nil, &Error{Code: CodeBound, Label: s.Path()}
	}
	s.bound = true
	return &Binding{key: s.key}, nil
}

// Rebind hangs the key below parent, nil meaning directly below the global key.
// Everything below the key moves with it, and every view kept by key is outdated.
// The binder may do this only while nothing was produced under the old parent;
// see Seal. Rebind changes nothing and fails with [CodeCycle] if parent is the
// key or below it, with [CodeClosed] if the scope of either has closed, and with
// [CodeBound] after Seal (R40).
func (b *Binding) Rebind(parent *Key) error {
	linking.Lock()
	defer linking.Unlock()
	if err := b.movable(parent); err != nil {
		return err
	}
	if err := parent.adopt(); err != nil {
		return err
	}
	b.key.Parent().disown()
	b.key.parent.Store(parent)
	links.Add(1)
	return nil
}

func (b *Binding) movable(parent *Key) error {
	switch k := b.key; {
	case k == nil:
		return &Error{Code: CodeArgument, Label: "binding"}
	case b.sealed:
		return &Error{Code: CodeBound, Label: k.label}
	case k.buried():
		return &Error{Code: CodeClosed, Label: k.label}
	case parent.Sees(k):
		return &Error{Code: CodeCycle, Label: k.label}
	}
	return nil
}

// Seal gives up the right to move the key. The binder calls it when something was
// produced under the present parent. It is idempotent.
func (b *Binding) Seal() {
	linking.Lock()
	defer linking.Unlock()
	b.sealed = true
}
