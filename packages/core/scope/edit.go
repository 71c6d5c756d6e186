package scope

import (
	"context"
	"errors"
)

// Edit changes the layer of the key of s, making it if there is none, and returns
// the Undo that takes the change back. Undo runs at the latest when s closes.
//
// apply runs under the lock. It changes the layer and returns revert, which takes
// exactly that change back, and empty, which reports whether the layer is empty;
// a nil empty stands for "all edits are undone". Both run under the lock, on the
// same layer. If apply fails, nothing was changed and Edit returns its error. It
// must not call these layers or other foreign code.
//
// The undo is held by s before notify runs, and notify runs without the lock.
// Undo reverts, reclaims the layer if it is empty, and notifies again; it is
// idempotent, and inert once it ran. If notify fails on the way in, the undo runs
// and Edit returns the failure (R10). If it fails on the way out, the change is
// gone and Undo returns the failure. notify may be nil; its panics are contained.
//
// Edit fails with [CodeClosed] before apply if s is closing or closed.
func (l *Layers[L]) Edit(
	ctx context.Context, s *Scope, label string,
	apply func(*L) (revert func(), empty func() bool, err error),
	notify func(context.Context) error,
) (Undo, error) {
	if s == nil || apply == nil {
		return nil, &Error{Code: CodeArgument, Label: label}
	}
	ed := &edit[L]{layers: l, key: s.Key(), label: label, notify: notify}
	e := &effect{scope: s, label: label, undo: ed.undo}
	if err := ed.install(e, apply); err != nil {
		return nil, err
	}
	if err := ed.tell(ctx); err != nil {
		return nil, errors.Join(err, e.revoke(ctx))
	}
	return e.revoke, nil
}

// edit is one change of one layer.
type edit[L any] struct {
	layers *Layers[L]
	key    *Key
	label  string
	notify func(context.Context) error

	// The fields below are guarded by layers.mu.
	layer   *layer[L]
	applied bool
	revert  func()
	empty   func() bool
}

// install holds the effect first and applies then, both under the lock. So a
// closing scope refuses before anything is changed, and one that begins to close
// meanwhile waits for the lock before it undoes.
func (ed *edit[L]) install(
	e *effect, apply func(*L) (func(), func() bool, error),
) (err error) {
	l := ed.layers
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := e.scope.hold(e); err != nil {
		return err
	}
	made := ed.open()
	defer func() {
		if ed.applied {
			l.generation.Bump()
			return
		}
		e.scope.forget(e)
		if made {
			ed.reclaim()
		}
	}()
	ed.revert, ed.empty, err = apply(&ed.layer.content)
	if err != nil {
		return err
	}
	ed.layer.edits++
	ed.applied = true
	return nil
}

// open finds the layer, or makes it.
func (ed *edit[L]) open() (made bool) {
	l := ed.layers
	if ed.key == nil {
		ed.layer = &l.global
		return false
	}
	if found, ok := l.keyed.Load(ed.key); ok {
		ed.layer = found.(*layer[L])
		return false
	}
	ed.layer = &layer[L]{}
	l.keyed.Store(ed.key, ed.layer)
	l.count.Add(1)
	return true
}

func (ed *edit[L]) reclaim() {
	if ed.key != nil && ed.layers.keyed.CompareAndDelete(ed.key, ed.layer) {
		ed.layers.count.Add(-1)
	}
}

func (ed *edit[L]) undo(ctx context.Context) error {
	if ed.takeBack() {
		return ed.tell(ctx)
	}
	return nil
}

// takeBack reports whether there was anything to take back; there is not if the
// scope closed while apply failed.
func (ed *edit[L]) takeBack() bool {
	l := ed.layers
	l.mu.Lock()
	defer l.mu.Unlock()
	if !ed.applied {
		return false
	}
	ed.applied = false
	defer l.generation.Bump()
	ed.layer.edits--
	if ed.revert != nil {
		ed.revert()
	}
	if ed.empty == nil && ed.layer.edits == 0 || ed.empty != nil && ed.empty() {
		ed.reclaim()
	}
	return true
}

// tell notifies and contains a panic.
func (ed *edit[L]) tell(ctx context.Context) (err error) {
	if ed.notify == nil {
		return nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = panicked(CodeUndoPanic, ed.label, v)
		}
	}()
	return ed.notify(ctx)
}
