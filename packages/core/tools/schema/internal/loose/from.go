package loose

import (
	"maps"
	"reflect"
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// maxDepth bounds the walk over Go memory. What lies deeper counts as foreign.
const maxDepth = 1 << 19

// From looks at a Go value. Only the types of R28 are containers: map[string]any, []any,
// jsonvalue's ordered object, and values that are JSON already. unwrap, which may be nil,
// recognises further types. Shared maps and slices become shared boxes.
func From(v any, unwrap func(any) (Node, bool)) Node {
	t := taker{unwrap: unwrap, seen: map[place]*Box{}}
	return t.take(v)
}

// taker takes one Go value apart, visiting each container once.
type taker struct {
	unwrap func(any) (Node, bool)
	seen   map[place]*Box
	depth  int
}

// place identifies a container in memory. The length tells a slice from a shorter one
// that begins at the same element; it is negative for what is no slice.
type place struct {
	at  uintptr
	len int
}

func (t *taker) take(v any) Node {
	switch v := v.(type) {
	case jsonvalue.Value:
		return Of(v)
	case map[string]any:
		return t.record(v)
	case []any:
		return t.list(v)
	case jsonvalue.Object:
		return t.ordered(&v, place{})
	case *jsonvalue.Object:
		if v == nil {
			return unclean(Foreign)
		}
		return t.ordered(v, place{reflect.ValueOf(v).Pointer(), -2})
	}
	if t.unwrap != nil {
		if n, ok := t.unwrap(v); ok {
			return n
		}
	}
	return scalar(v)
}

// scalar leaves it to jsonvalue what a JSON scalar is.
func scalar(v any) Node {
	clean, err := jsonvalue.From(v)
	if err == nil {
		return Of(clean)
	}
	switch v.(type) {
	case string:
		return unclean(String)
	case float64, float32, jsonvalue.Number:
		return unclean(NonFinite)
	}
	return unclean(Foreign)
}

func unclean(kind Kind) Node { return OfBox(&Box{kind: kind}) }

func (t *taker) record(m map[string]any) Node {
	return t.container(place{reflect.ValueOf(m).Pointer(), -1}, Object, func(b *Box) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			b.add(name, t.take(m[name]))
		}
	})
}

func (t *taker) list(items []any) Node {
	at := place{}
	if len(items) > 0 {
		at = place{reflect.ValueOf(items).Pointer(), len(items)}
	}
	return t.container(at, Array, func(b *Box) {
		for _, item := range items {
			b.append(t.take(item))
		}
	})
}

func (t *taker) ordered(o *jsonvalue.Object, at place) Node {
	return t.container(at, Object, func(b *Box) {
		for name, v := range o.Members() {
			b.add(name, t.take(v))
		}
	})
}

// container returns the box of the container at this place, filling it when it is new. A
// box is unclean while it is being filled: so a container that is its own ancestor makes
// every box on the way down to it unclean, which is what a cycle is (R26, R39).
func (t *taker) container(at place, kind Kind, fill func(*Box)) Node {
	if known := t.seen[at]; known != nil {
		return OfBox(known)
	}
	if t.depth >= maxDepth {
		return unclean(Foreign)
	}
	b := &Box{kind: kind, pure: true}
	if at.at != 0 {
		t.seen[at] = b
	}
	t.depth++
	fill(b)
	t.depth--
	b.clean = b.pure
	return OfBox(b)
}
