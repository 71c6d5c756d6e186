package tools

import (
	"context"
	"slices"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Group is the tools that one [Registry.Swap] left registered. It is read by the
// next Swap.
type Group struct {
	registry *Registry
	regs     []*Registration
	undo     scope.Undo

	settled, superseded bool // guarded by the registry's lock
}

// Tools returns the registrations, in order. Read-only.
func (g *Group) Tools() []*Registration {
	if g == nil {
		return nil
	}
	return g.regs
}

// Close takes the group's tools out. Idempotent; nothing happens to a group that
// another one has replaced.
func (g *Group) Close(ctx context.Context) error { return g.undo(ctx) }

// Swap puts a group of tools in the place of an older one of the same scope, in
// one step and with one tools/change: whoever looks sees the old tools or the
// new, never a part. Tools of the old group that keep names stay registered as
// they are, so that sets and calls that hold them go on; the rest of it goes, and
// defs are added. A nil old stands for an empty group. Refusals are those of
// Register; after one, and after an observer that fails (R10), all is as it was.
func (r *Registry) Swap(
	s *scope.Scope, old *Group, keep func(*Registration) bool, defs []Definition,
) (*Group, error) {
	g := &Group{registry: r}
	var gone []*Registration
	for _, reg := range old.Tools() {
		if keep != nil && keep(reg) {
			g.regs = append(g.regs, reg)
		} else {
			gone = append(gone, reg)
		}
	}
	added := make([]*Registration, len(defs))
	for i, d := range defs {
		reg, err := compile(d)
		if err != nil {
			return nil, err
		}
		added[i] = reg
	}
	g.regs = append(g.regs, added...)
	undo, err := r.edit(s, "tools", func(l *layer) (func(), error) {
		return l.swap(s.Key(), swapping{g, old, gone, added})
	}, func(ctx context.Context) error { return r.changedBy(ctx, g) })
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	g.settled, g.undo = true, undo
	r.mu.Unlock()
	if old != nil {
		_ = old.undo(s.Context()) // lets the scope forget it: it is superseded
	}
	return g, nil
}

// changedBy tells of a change, unless another group has taken over.
func (r *Registry) changedBy(ctx context.Context, g *Group) error {
	r.mu.RLock()
	superseded := g.superseded
	r.mu.RUnlock()
	if superseded {
		return nil
	}
	return r.changed(ctx)
}

// swapping is one exchange of groups in a layer.
type swapping struct {
	now, old    *Group
	gone, added []*Registration
}

func (l *layer) swap(key *scope.Key, x swapping) (revert func(), err error) {
	goes := make(map[*Registration]bool, len(x.gone))
	for _, reg := range x.gone {
		goes[reg] = true
	}
	names := make(map[string]bool, len(x.added))
	for _, reg := range x.added {
		name := reg.def.Name
		if other := l.names[name]; names[name] || other != nil && !goes[other] {
			return nil, duplicate(key, name)
		}
		names[name] = true
	}
	l.takeOut(x.gone)
	l.putIn(x.added)
	if x.old != nil {
		x.old.superseded = true
	}
	return func() {
		switch {
		case x.now.superseded:
		case x.now.settled:
			l.takeOut(x.now.regs)
		default: // an observer refused the change
			l.takeOut(x.added)
			l.putIn(x.gone)
			if x.old != nil {
				x.old.superseded = false
			}
		}
	}, nil
}

func (l *layer) putIn(regs []*Registration) {
	if l.names == nil {
		l.names = make(map[string]*Registration, len(regs))
	}
	l.tools = append(l.tools, regs...)
	for _, reg := range regs {
		l.names[reg.def.Name] = reg
		reg.live.Store(true)
	}
}

func (l *layer) takeOut(regs []*Registration) {
	out := make(map[*Registration]bool, len(regs))
	for _, reg := range regs {
		out[reg] = true
		reg.live.Store(false)
		delete(l.names, reg.def.Name)
	}
	l.tools = slices.DeleteFunc(l.tools, func(reg *Registration) bool { return out[reg] })
}
