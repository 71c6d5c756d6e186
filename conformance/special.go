package conformance

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"time"
)

// specialKey marks an object of a vector file that stands for a value which
// JSON text cannot hold.
const specialKey = "$v"

// Hostile is a value whose reading fails: its method returns an error. A driver
// whose value model never calls methods of values has no such thing and says
// so with [errors.ErrUnsupported].
type Hostile struct{}

// MarshalJSON fails.
func (Hostile) MarshalJSON() ([]byte, error) { return nil, errors.New("reading this value fails") }

// inexpressibleError tells that a case needs a value that Go does not have.
type inexpressibleError struct{ name string }

func (e *inexpressibleError) Error() string {
	return fmt.Sprintf("Go has no equivalent of the special value %q", e.name)
}

func (e *inexpressibleError) Is(target error) bool { return target == errors.ErrUnsupported }

// special returns the Go value that a name stands for.
func special(name string) (any, error) {
	switch name {
	case "nan":
		return math.NaN(), nil
	case "+inf":
		return math.Inf(1), nil
	case "-inf":
		return math.Inf(-1), nil
	case "-0":
		return math.Copysign(0, -1), nil
	case "undefined":
		return Absent{}, nil
	case "bigint":
		return big.NewInt(12), nil
	case "function":
		return func() {}, nil
	case "date":
		return time.Unix(0, 0), nil
	case "map":
		return map[int]any{1: "one"}, nil
	case "class":
		return struct{ N int }{1}, nil
	case "cycle-object", "cycle-array", "shared":
		return linked(name), nil
	case "hostile":
		return Hostile{}, nil
	case "sparse", "hidden-key":
		return nil, &inexpressibleError{name}
	}
	return nil, fmt.Errorf("unknown special value %q", name)
}

func linked(name string) any {
	switch name {
	case "cycle-object":
		m := map[string]any{}
		m["me"] = m
		return m
	case "cycle-array":
		list := make([]any, 1)
		list[0] = list
		return list
	}
	leaf := map[string]any{"n": int64(1)}
	return map[string]any{"a": leaf, "b": leaf}
}

// Lossy reports whether v, or a part of it, is a value that JSON text cannot
// hold.
func Lossy(v any) bool { return lossy(v, nil) }

func lossy(v any, above []uintptr) bool {
	switch v := v.(type) {
	case nil, bool, string, Number, int64:
		return false
	case *Object:
		return lossyContainer(v, above, func(yield func(any) bool) {
			for _, m := range v.Members {
				if !yield(m.Value) {
					return
				}
			}
		})
	case map[string]any:
		return lossyContainer(v, above, maps.Values(v))
	case []any:
		return len(v) > 0 && lossyContainer(v, above, slices.Values(v))
	}
	return true
}

// lossyContainer looks at the parts of a container that is none of its own
// ancestors.
func lossyContainer(container any, above []uintptr, parts iter.Seq[any]) bool {
	at := reflect.ValueOf(container).Pointer()
	if slices.Contains(above, at) {
		return true
	}
	above = append(above, at)
	for part := range parts {
		if lossy(part, above) {
			return true
		}
	}
	return false
}
