//go:build !race

// The race detector makes pools forget on purpose, so budgets hold only without it.

package jsonvalue_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Allocation budgets: what the hot paths may cost, exactly.
func TestAllocations(t *testing.T) {
	text := []byte(`{"value":"x"}`)
	large := largeText(200_000)
	owned := make([][]byte, 0, 200)
	for range 200 {
		owned = append(owned, append([]byte(nil), large...))
	}
	built := mustParse(t, `{"a":[1,"s",{"b":null}],"c":true,"d":1.5}`)
	built.Len()
	parts, _ := built.Get("a")
	wide := mustParse(t, wideObject(1000))
	wide.Get("m1")
	other := rebuild(built)
	number, _ := built.MemberAt(2).Value.AsNumber()
	buffer := make([]byte, 0, 1<<10)
	var plain struct {
		Value string `json:"value"`
	}
	fresh := mustParse(t, string(text))
	cases := []struct {
		name string
		want float64
		run  func()
	}{
		{"Parse of a small text", 1, func() { jsonvalue.Parse(text) }},
		{"ParseString of a small text", 1, func() { jsonvalue.ParseString(small) }},
		{"Parse of a large text", 2, func() { jsonvalue.Parse(large) }},
		{"ParseOwned of a large text", 1, func() { jsonvalue.ParseOwned(owned[0]); owned = owned[1:] }},
		{"Parse and the tree of a small text", 2, func() {
			v, _ := jsonvalue.Parse(text)
			v.Get("value")
		}},
		{"Text of a parsed value", 0, func() { _ = built.Text() }},
		{"Text of a part", 0, func() { _ = parts.Text() }},
		{"Text kept from the first time", 0, func() { _ = other.Text() }},
		{"AppendText with room", 0, func() { buffer = other.AppendText(buffer[:0]) }},
		{"Raw", 0, func() { fresh.Raw() }},
		{"Get", 0, func() { built.Get("d") }},
		{"Get of many", 0, func() { wide.Get("m999") }},
		{"Index", 0, func() { parts.Index(2) }},
		{"MemberAt", 0, func() { built.MemberAt(1) }},
		{"Len", 0, func() { built.Len() }},
		{"AsString", 0, func() { parts.Index(1).AsString() }},
		{"Members", 0, func() {
			for range built.Members() {
				continue
			}
		}},
		{"Elements", 0, func() {
			for range parts.Elements() {
				continue
			}
		}},
		{"Equal", 0, func() { built.Equal(other) }},
		{"IsInteger", 0, func() { number.IsInteger() }},
		{"Int64", 0, func() { jsonvalue.Number("-12345").Int64() }},
		{"Int64 of an exponent", 0, func() { jsonvalue.Number("12e3").Int64() }},
		{"Float64", 0, func() { number.Float64() }},
		{"Cmp", 0, func() { number.Cmp("1.50") }},
		{"Lookup", 0, func() { built.Lookup("/a/2/b") }},
		{"Bool and Null", 0, func() { _, _ = jsonvalue.Bool(true), jsonvalue.Null() }},
		{"Decode of a small text", 1, func() { fresh.Decode(&plain) }},
	}
	for _, c := range cases {
		if got := testing.AllocsPerRun(100, c.run); got > c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, got, c.want)
		}
	}
}

// The tree of a large value takes few allocations: its parts come in blocks.
func TestTreeAllocations(t *testing.T) {
	text := largeText(1_000_000)
	got := testing.AllocsPerRun(5, func() {
		v, _ := jsonvalue.Parse(text)
		v.Len()
	})
	if got > 200 {
		t.Errorf("%v allocations for the tree of %d bytes", got, len(text))
	}
}
