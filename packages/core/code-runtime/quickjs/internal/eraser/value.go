package eraser

// The guest refers to values of its host by number. These are all the kinds
// that a strip needs.
type (
	undefined struct{}
	null      struct{}
	object    map[string]any
	failure   struct{ message string }
)

// firstFree is where the numbers of made values start; those below are fixed,
// as the guest's binding expects them.
const firstFree = 132

// maxValues bounds the table: a strip makes a few dozen values.
const maxValues = 4096

// values is the table of one strip.
type values struct {
	slots []any
	free  []uint32
}

func newValues() *values {
	v := &values{slots: make([]any, firstFree, firstFree+64)}
	for i := range v.slots {
		v.slots[i] = undefined{}
	}
	v.slots[129], v.slots[130], v.slots[131] = null{}, true, false
	return v
}

func (v *values) add(value any) uint32 {
	if n := len(v.free); n > 0 {
		at := v.free[n-1]
		v.free = v.free[:n-1]
		v.slots[at] = value
		return at
	}
	if len(v.slots) >= maxValues {
		panic(errForged)
	}
	v.slots = append(v.slots, value)
	return uint32(len(v.slots) - 1)
}

func (v *values) get(at uint32) any {
	if at >= uint32(len(v.slots)) {
		return undefined{}
	}
	return v.slots[at]
}

func (v *values) take(at uint32) any {
	value := v.get(at)
	if at >= firstFree && at < uint32(len(v.slots)) {
		v.slots[at] = undefined{}
		v.free = append(v.free, at)
	}
	return value
}

// field reads a member of an object; undefined when there is none.
func (v *values) field(of, name any) any {
	o, _ := of.(object)
	key, _ := name.(string)
	if value, ok := o[key]; ok {
		return value
	}
	return undefined{}
}

func falsy(value any) bool {
	switch v := value.(type) {
	case undefined, null:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case float64:
		return v == 0 || v != v
	}
	return false
}

// looseEqual is == of JavaScript for the kinds there are; two objects are
// never the same here.
func looseEqual(a, b any) bool {
	if nullish(a) || nullish(b) {
		return nullish(a) && nullish(b)
	}
	switch a.(type) {
	case object, failure:
		return false
	}
	switch b.(type) {
	case object, failure:
		return false
	}
	return a == b
}

func nullish(v any) bool {
	switch v.(type) {
	case undefined, null:
		return true
	}
	return false
}
