package event

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// hook is what the five kinds of event have in common: the listeners, the cached
// admission, the identity given by Init, and the observers.
type hook[F any] struct {
	identity atomic.Pointer[identity]
	sights   sights

	mu     sync.Mutex // guards the fields below; no listener runs under it
	rank   int64
	filed  map[*scope.Key][]*listener[F]
	count  int
	stamp  scope.Generation
	admits scope.Cache[[]*listener[F]]
}

// listener is one registered function. Its rank orders it among all listeners of
// the event, those in front having negative ranks.
type listener[F any] struct {
	owner *scope.Scope
	label string
	rank  int64
	f     F
}

// identity is what Init tells an event.
type identity struct {
	name   string
	report func(Failure)
}

var (
	errNilScope    = errors.New("the scope is nil")
	errNilListener = errors.New("the listener is nil")
)

// add files f for the key of s. The scope holds the removal before the listener
// can be reached; a scope that closes meanwhile waits for the lock.
func (h *hook[F]) add(s *scope.Scope, f F, isNil bool, opts []Option) error {
	var r registration
	for _, o := range opts {
		if o != nil {
			o(&r)
		}
	}
	switch {
	case s == nil:
		return &Error{Code: CodeListener, Event: h.name(), Label: r.label, Err: errNilScope}
	case isNil:
		return &Error{Code: CodeListener, Event: h.name(), Label: r.label, Err: errNilListener}
	case r.label == "":
		r.label = s.Label()
	}
	key := s.Key()
	if r.everywhere {
		key = nil
	}
	l := &listener[F]{owner: s, label: r.label, f: f}
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := s.Defer("on "+h.name()+" "+r.label, func(context.Context) error {
		h.remove(key, l)
		return nil
	})
	if err != nil {
		return err
	}
	h.file(key, l, r.front)
	return nil
}

func (h *hook[F]) file(key *scope.Key, l *listener[F], front bool) {
	h.rank++
	l.rank = h.rank
	if front {
		l.rank = -h.rank
	}
	if h.filed == nil {
		h.filed = make(map[*scope.Key][]*listener[F])
	}
	h.filed[key] = append(h.filed[key], l)
	h.count++
	h.stamp.Bump()
}

func (h *hook[F]) remove(key *scope.Key, l *listener[F]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.filed[key]
	at, _ := slices.BinarySearchFunc(list, l, func(a, b *listener[F]) int {
		return cmp.Compare(max(a.rank, -a.rank), max(b.rank, -b.rank))
	})
	if len(list) == 1 {
		delete(h.filed, key)
	} else {
		h.filed[key] = slices.Delete(list, at, at+1)
	}
	h.count--
	h.stamp.Bump()
}

// admitted returns the listeners that hear of what happens for k, in order. The
// list is fixed; a listener whose owner began to close since is in it and must
// be passed over.
func (h *hook[F]) admitted(k *scope.Key) []*listener[F] {
	return h.admits.Get(k, h.stamp.Load(), h.admit)
}

func (h *hook[F]) admit(k *scope.Key) []*listener[F] {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := slices.Clone(h.filed[nil])
	for ; k != nil; k = k.Parent() {
		list = append(list, h.filed[k]...)
	}
	slices.SortFunc(list, func(a, b *listener[F]) int { return cmp.Compare(a.rank, b.rank) })
	return list
}

// gone reports whether the listener must be passed over.
func (l *listener[F]) gone() bool { return l.owner.State() != scope.Open }

// Len returns the number of listeners, whatever their key. It is 0 when every
// scope that listened has closed.
func (h *hook[F]) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// Name returns the public name that [Init] read, or "".
func (h *hook[F]) Name() string { return h.name() }

func (h *hook[F]) name() string {
	if id := h.identity.Load(); id != nil {
		return id.name
	}
	return ""
}

func (h *hook[F]) attach(id *identity) bool { return h.identity.CompareAndSwap(nil, id) }
