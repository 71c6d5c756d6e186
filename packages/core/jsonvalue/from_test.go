package jsonvalue_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestFromAccepts(t *testing.T) {
	ordered := &jsonvalue.Object{}
	ordered.Set("z", 1)
	ordered.Set("a", []any{nil})
	ordered.Set("z", 2)
	parsed, err := jsonvalue.ParseString(`{"n":1.50}`)
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string]any{"x": 1}
	cases := []struct {
		name string
		from any
		want string
	}{
		{"nil", nil, "null"},
		{"bool", true, "true"},
		{"string", "<é\x00\u2028>", "\"<é\\u0000\u2028>\""},
		{"int", -1, "-1"},
		{"int8", int8(math.MinInt8), "-128"},
		{"int16", int16(math.MaxInt16), "32767"},
		{"int32", int32(math.MinInt32), "-2147483648"},
		{"int64", int64(math.MinInt64), "-9223372036854775808"},
		{"uint", uint(1), "1"},
		{"uint8", uint8(math.MaxUint8), "255"},
		{"uint16", uint16(math.MaxUint16), "65535"},
		{"uint32", uint32(math.MaxUint32), "4294967295"},
		{"uint64", uint64(math.MaxUint64), "18446744073709551615"},
		{"uintptr", uintptr(7), "7"},
		{"float64", 1e21, "1e+21"},
		{"small float64", 1e-7, "1e-7"},
		{"float32", float32(0.1), "0.1"},
		{"number", jsonvalue.Number("1.500"), "1.500"},
		{"array", []any{1, "a", []any{}}, `[1,"a",[]]`},
		{"map in the order of names", map[string]any{"b": 1, "a": 2, "": 3}, `{"":3,"a":2,"b":1}`},
		{"object in its order", *ordered, `{"z":2,"a":[null]}`},
		{"pointer to an object", ordered, `{"z":2,"a":[null]}`},
		{"value", parsed, `{"n":1.50}`},
		{"value below", []any{parsed, jsonvalue.Null()}, `[{"n":1.50},null]`},
		{"nil slice", []any(nil), "[]"},
		{"nil map", map[string]any(nil), "{}"},
		{"shared part", map[string]any{"a": shared, "b": shared}, `{"a":{"x":1},"b":{"x":1}}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := jsonvalue.From(c.from)
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Text(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("must not be called") }
func (panics) String() string               { panic("must not be called") }
func (panics) Error() string                { panic("must not be called") }

func TestFromRefuses(t *testing.T) {
	cycle := map[string]any{}
	cycle["a/b"] = []any{0, cycle}
	loop := []any{nil}
	loop[0] = loop
	self := &jsonvalue.Object{}
	self.Set("o", self)
	cases := []struct {
		name            string
		from            any
		pointer, reason string
	}{
		{"NaN", []any{math.NaN()}, "/0", "NaN"},
		{"infinity", math.Inf(1), "", "an infinity"},
		{"negative zero", map[string]any{"x": math.Copysign(0, -1)}, "/x", "negative zero"},
		{"float32 negative zero", float32(math.Copysign(0, -1)), "", "negative zero"},
		{"negative zero as text", jsonvalue.Number("-0"), "", "negative zero"},
		{"number out of range", jsonvalue.Number("1e400"), "", "a number out of range"},
		{"no number", jsonvalue.Number("one"), "", "a number whose text is none"},
		{"invalid UTF-8", []any{"a", "\xff"}, "/1", "a string with invalid UTF-8"},
		{"invalid UTF-8 in a name", map[string]any{"\xff": 1}, "/\ufffd", "a name with invalid UTF-8"},
		{"absent", []any{jsonvalue.Value{}}, "/0", "an absent value"},
		{"nil object", (*jsonvalue.Object)(nil), "", "a nil object"},
		{"big integer", big.NewInt(1), "", "a Go value of type *big.Int"},
		{"time", time.Time{}, "", "a Go value of type time.Time"},
		{"struct", struct{}{}, "", "a Go value of type struct {}"},
		{"function", func() {}, "", "a Go value of type func()"},
		{"channel", make(chan int), "", "a Go value of type chan int"},
		{"typed map", map[string]string{}, "", "a Go value of type map[string]string"},
		{"map without names", map[int]any{}, "", "a Go value of type map[int]interface {}"},
		{"typed slice", []string{"a"}, "", "a Go value of type []string"},
		{"bytes", []byte("a"), "", "a Go value of type []uint8"},
		{"pointer", new(int), "", "a Go value of type *int"},
		{"typed nil", (*int)(nil), "", "a Go value of type *int"},
		{"panicking methods", map[string]any{"~": panics{}}, "/~0", "a Go value of type jsonvalue_test.panics"},
		{"cyclic map", cycle, "/a~1b/1", "a cycle"},
		{"cyclic slice", loop, "/0", "a cycle"},
		{"cyclic object", self, "/o", "a cycle"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := jsonvalue.From(c.from)
			e, ok := errors.AsType[*jsonvalue.Error](err)
			if !ok || !v.IsAbsent() {
				t.Fatalf("value %s, error %v", v, err)
			}
			if e.Code != jsonvalue.CodeLossy || e.Pointer != c.pointer || e.Err.Error() != c.reason || e.Line != 0 {
				t.Errorf("got %s %q %v, want %q %q", e.Code, e.Pointer, e.Err, c.pointer, c.reason)
			}
		})
	}
}

func TestFromDepth(t *testing.T) {
	nest := func(levels int, object bool) any {
		var v any = 1
		for i := range levels {
			if object && i%2 == 0 {
				v = map[string]any{"a": v}
			} else {
				v = []any{v}
			}
		}
		return v
	}
	deep, err := jsonvalue.From(nest(jsonvalue.MaxDepth, true))
	if err != nil {
		t.Fatal(err)
	}
	if got := depth(deep); got != jsonvalue.MaxDepth {
		t.Errorf("depth %d", got)
	}
	text := deep.Text()
	if want := jsonvalue.MaxDepth/2*len(`{"a":}[]`) + 1; len(text) != want {
		t.Errorf("text of %d bytes, want %d", len(text), want)
	}
	if string(deep.Canonical()) != text || !deep.Equal(rebuildOnce(deep)) {
		t.Error("a deep value differs from itself")
	}
	if again, err := jsonvalue.From(deep.Interface()); err != nil || !again.Equal(deep) {
		t.Errorf("a deep value did not come back: %.100v", err)
	}
	for _, object := range []bool{true, false} {
		_, err = jsonvalue.From(nest(jsonvalue.MaxDepth+1, object))
		if jsonvalue.CodeOf(err) != jsonvalue.CodeDepth {
			t.Errorf("one level more: %.200v", err)
		}
	}
	if _, err := jsonvalue.Marshal(deep); err != nil {
		t.Errorf("Marshal of a value: %.200v", err)
	}
	if _, err := jsonvalue.Marshal([]any{deep}); jsonvalue.CodeOf(err) != jsonvalue.CodeDepth {
		t.Errorf("Marshal of a deep part: %.200v", err)
	}
	if err := deep.Decode(new(any)); jsonvalue.CodeOf(err) != jsonvalue.CodeDepth {
		t.Errorf("Decode: %.200v", err)
	}
}

// rebuildOnce copies the outermost container only.
func rebuildOnce(v jsonvalue.Value) jsonvalue.Value {
	if v.Kind() == jsonvalue.KindArray {
		return jsonvalue.Array(v.Index(0))
	}
	return jsonvalue.NewObject(v.MemberAt(0))
}

// Values put together by hand may be deeper than anything else.
func TestDeeperThanTheStack(t *testing.T) {
	v, w := jsonvalue.Array(), jsonvalue.Array()
	const levels = 300_000
	for range levels {
		v, w = jsonvalue.Array(v), jsonvalue.Array(w)
	}
	if got := len(v.AppendText(nil)); got != 2*levels+2 {
		t.Errorf("text of %d bytes", got)
	}
	if !v.Equal(w) || len(v.Canonical()) != 2*levels+2 || v.Interface() == nil {
		t.Error("not equal")
	}
}

// Doubling a part forty times makes a small value with an enormous text.
func TestFromSharedParts(t *testing.T) {
	double := func(times int) any {
		var v any = []any{"x"}
		for range times {
			v = []any{v, v}
		}
		return v
	}
	v, err := jsonvalue.From(double(16))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Count(v.Text(), "x"), 1<<16; got != want {
		t.Errorf("%d leaves, want %d", got, want)
	}
	if _, err = jsonvalue.From(double(60)); jsonvalue.CodeOf(err) != jsonvalue.CodeSize {
		t.Errorf("error = %v", err)
	}
	// A part that is met again while it is open is a cycle, but not when it is empty.
	empty := []any{}
	for range 2000 {
		empty = []any{empty, []any{}, map[string]any{}}
	}
	if _, err := jsonvalue.From(empty); err != nil {
		t.Error(err)
	}
}

// A slice and a shorter slice of the same array are different values.
func TestFromOverlappingSlices(t *testing.T) {
	items := make([]any, 3000)
	for i := range items {
		items[i] = []any{i}
	}
	v, err := jsonvalue.From([]any{items, items[:2000], items[1000:], items})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{3000, 2000, 2000, 3000} {
		if got := v.Index(i).Len(); got != want {
			t.Errorf("part %d has %d elements, want %d", i, got, want)
		}
	}
}

func TestFromIsASnapshot(t *testing.T) {
	inner := []any{1}
	outer := map[string]any{"a": inner}
	v, err := jsonvalue.From(outer)
	if err != nil {
		t.Fatal(err)
	}
	inner[0], outer["b"] = 2, 3
	if got := v.Text(); got != `{"a":[1]}` {
		t.Errorf("the snapshot changed: %s", got)
	}
}

func TestFromConcurrentSafe(t *testing.T) {
	shared := map[string]any{"a": []any{1, "x", map[string]any{"b": nil}}}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if v, err := jsonvalue.From([]any{shared, shared}); err != nil || v.Len() != 2 {
					t.Error(v, err)
				}
			}
		})
	}
	group.Wait()
}
