package jsonvalue

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

const (
	// MaxDepth is the number of nested arrays and objects that [From] accepts.
	MaxDepth = 100_000
	// MaxSize is the length in bytes of the longest text that [From] lets a value have.
	MaxSize = 1 << 30
)

// From takes a snapshot of a Go value. It accepts nil (null), bool, string, every integer
// and float type of Go, [Number], []any, map[string]any (members in the order of their
// names), [Object] and *Object (members in their order), and [Value]. A nil slice is [],
// a nil map is {}.
//
// Everything else is lossy, with the place and the reason (R39): other Go types, cycles,
// NaN, the infinities, negative zero, invalid UTF-8 in strings and names, an absent Value
// and a nil *Object. Nothing is called on the values, so nothing of theirs can run or
// panic. Parts that occur more than once are read once. More than [MaxDepth] levels have
// the code CodeDepth; a value that repeats its parts so often that its text would be
// longer than [MaxSize] has CodeSize.
//
// From only reads, so it may run at the same time as other readers of v.
func From(v any) (Value, error) {
	s := snapshot{watchFrom: 1024}
	value, err := s.value(v, 0)
	if errors.Is(err, errCycle) {
		// Watch from the start this time, for the shortest pointer to the cycle.
		s = snapshot{}
		value, err = s.value(v, 0)
	}
	if err != nil {
		return Value{}, s.failure(err)
	}
	return value, nil
}

// snapshot is one run of From. Small values are read without keeping track; after
// watchFrom containers each one is remembered, which finds cycles and keeps shared parts
// from being read again and again.
type snapshot struct {
	watchFrom int
	visited   int
	// seen has the containers that were read, and those being read as absent.
	seen map[identity]Value
	// path holds the steps to the place of a failure, innermost first.
	path []string
}

// identity tells containers apart: where the data is and how long it is.
type identity struct {
	data unsafe.Pointer
	size int
}

var (
	errCycle = errors.New("a cycle")
	errDepth = errors.New("too deep")
	errSize  = errors.New("too large")
)

func (s *snapshot) failure(err error) error {
	code := CodeLossy
	switch {
	case errors.Is(err, errDepth):
		code, err = CodeDepth, fmt.Errorf("more than %d levels", MaxDepth)
	case errors.Is(err, errSize):
		code, err = CodeSize, fmt.Errorf("repeated parts make a text of more than %d bytes", MaxSize)
	}
	slices.Reverse(s.path)
	return &Error{Code: code, Pointer: joinPointer(s.path), Err: err}
}

func (s *snapshot) value(v any, depth int) (Value, error) {
	switch v := v.(type) {
	case nil:
		return Null(), nil
	case Value:
		if v.IsAbsent() {
			return Value{}, errors.New("an absent value")
		}
		return v, nil
	case string:
		if !utf8.ValidString(v) {
			return Value{}, errors.New("a string with " + invalidUTF8)
		}
		return stringValue(v), nil
	case bool:
		return Bool(v), nil
	case []any:
		return s.container(identity{unsafe.Pointer(unsafe.SliceData(v)), len(v)}, depth,
			func() (Value, error) { return s.array(v, depth+1) })
	case map[string]any:
		return s.container(identity{mapPointer(v), -1}, depth,
			func() (Value, error) { return s.mapping(v, depth+1) })
	case Object:
		return s.object(&v, depth)
	case *Object:
		if v == nil {
			return Value{}, errors.New("a nil object")
		}
		return s.object(v, depth)
	}
	return numeric(v)
}

// mapPointer identifies a map: the word that a map value is.
func mapPointer(m map[string]any) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&m))
}

// container reads one container, unless it was read before or is being read.
func (s *snapshot) container(id identity, depth int, read func() (Value, error)) (Value, error) {
	if depth >= MaxDepth {
		return Value{}, errDepth
	}
	s.visited++
	watched := s.visited > s.watchFrom && id.data != nil && id.size != 0
	if watched {
		switch known, ok := s.seen[id]; {
		case ok && known.IsAbsent():
			return Value{}, errCycle
		case ok:
			return known, nil
		case s.seen == nil:
			s.seen = map[identity]Value{}
		}
		s.seen[id] = Value{}
	}
	value, err := read()
	if err == nil && value.size() > MaxSize {
		err = errSize
	}
	if watched && err == nil {
		s.seen[id] = value
	}
	return value, err
}

func (s *snapshot) array(from []any, depth int) (Value, error) {
	items := make([]Value, len(from))
	for i, v := range from {
		item, err := s.value(v, depth)
		if err != nil {
			s.path = append(s.path, strconv.Itoa(i))
			return Value{}, err
		}
		items[i] = item
	}
	return arrayOf(items), nil
}

func (s *snapshot) mapping(from map[string]any, depth int) (Value, error) {
	members := make([]Member, 0, len(from))
	for _, name := range slices.Sorted(maps.Keys(from)) {
		m, err := s.member(name, from[name], depth)
		if err != nil {
			return Value{}, err
		}
		members = append(members, m)
	}
	return objectOf(members), nil
}

func (s *snapshot) object(from *Object, depth int) (Value, error) {
	id := identity{unsafe.Pointer(unsafe.SliceData(from.members)), -2 - len(from.members)}
	return s.container(id, depth, func() (Value, error) {
		members := make([]Member, 0, len(from.members))
		for _, f := range from.members {
			m, err := s.member(f.name, f.value, depth+1)
			if err != nil {
				return Value{}, err
			}
			members = append(members, m)
		}
		return objectOf(members), nil
	})
}

func (s *snapshot) member(name string, v any, depth int) (Member, error) {
	if !utf8.ValidString(name) {
		s.path = append(s.path, mendUTF8(name))
		return Member{}, errors.New("a name with " + invalidUTF8)
	}
	value, err := s.value(v, depth)
	if err != nil {
		s.path = append(s.path, name)
	}
	return Member{Name: name, Value: value}, err
}

// numeric reads the numeric types; every other type is lossy.
func numeric(v any) (Value, error) {
	switch v := v.(type) {
	case int:
		return Int(int64(v)), nil
	case int8:
		return Int(int64(v)), nil
	case int16:
		return Int(int64(v)), nil
	case int32:
		return Int(int64(v)), nil
	case int64:
		return Int(v), nil
	case uint:
		return Uint(uint64(v)), nil
	case uint8:
		return Uint(uint64(v)), nil
	case uint16:
		return Uint(uint64(v)), nil
	case uint32:
		return Uint(uint64(v)), nil
	case uint64:
		return Uint(v), nil
	case uintptr:
		return Uint(uint64(v)), nil
	case float64:
		return float(v, 64)
	case float32:
		return float(float64(v), 32)
	case Number:
		return exact(v)
	}
	return Value{}, fmt.Errorf("a Go value of type %T", v)
}

func float(f float64, bits int) (Value, error) {
	if reason := floatReason(f); reason != "" {
		return Value{}, errors.New(reason)
	}
	return floatValue(f, bits), nil
}

func exact(n Number) (Value, error) {
	if !n.IsValid() {
		return Value{}, errors.New("a number whose text is none")
	}
	if reason := numberReason(string(n)); reason != "" {
		return Value{}, errors.New(reason)
	}
	return Value{text: string(n), kind: KindNumber}, nil
}
