package tstypes_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/schematest"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

func compile(tb testing.TB, n schema.Node) *schema.Schema {
	tb.Helper()
	document, err := schema.Value(n)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := schema.Compile(document)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestExactNumbers(t *testing.T) {
	n := schema.Number().Enum(jsonvalue.Number("1.0"), jsonvalue.Number("1E21"),
		jsonvalue.Number("9007199254740993"), 1e-7, 0.000001)
	if got := tstypes.Type(compile(t, n), 0); got != "1 | 1e+21 | 9007199254740993 | 1e-7 | 0.000001" {
		t.Errorf("got %s", got)
	}
}

func TestComments(t *testing.T) {
	for description, want := range map[string]string{
		"a\u00a0\u2028\ufeffb": "/** a b */",
		"a\u0085b":             "/** a\u0085b */",
		"*/*/":                 `/** *\/*\/ */`,
		"**/":                  `/** **\/ */`,
		"\v\f":                 "/**  */",
		"```\n```":             "/** ``` ``` */",
		"<b>&amp;</b>":         "/** <b>&amp;</b> */",
	} {
		s := compile(t, schema.Object(schema.Closed, schema.Prop("a", schema.Null().Describe(description))))
		if got := tstypes.Type(s, 0); got != "{\n  "+want+"\n  a?: null;\n}" {
			t.Errorf("%q gives %q", description, got)
		}
	}
}

func TestNilIsUnknown(t *testing.T) {
	if tstypes.Type(nil, 3) != tstypes.Unknown || tstypes.Of(func() {}, -1) != tstypes.Unknown {
		t.Error("not unknown")
	}
}

// TestDeep renders what R25 asks for, and beyond.
func TestDeep(t *testing.T) {
	array, object := schema.OneOf(schema.Null(), schema.String()), schema.Null()
	for range deep {
		array = schema.Array(array)
	}
	want := strings.Repeat("(", deep) + "null | string" + strings.Repeat(")[]", deep)
	if got := tstypes.Type(compile(t, array), 0); got != want {
		t.Errorf("100,000 arrays give %d bytes, want %d", len(got), len(want))
	}
	for range min(deep, 5_000) {
		object = schema.Object(schema.Closed, schema.Prop("k", object))
	}
	got := tstypes.Type(compile(t, object), 0)
	if strings.Count(got, "\n") != 10_000 || !strings.HasSuffix(got, "\n  };\n}") {
		t.Errorf("5,000 objects give %d lines", strings.Count(got, "\n"))
	}
	for range min(deep, 5_000) {
		object = schema.Object(schema.Closed, schema.Prop("k", object))
	}
	if got := tstypes.Type(compile(t, object), 0); got != tstypes.Unknown {
		t.Errorf("10,000 objects give %d bytes", len(got))
	}
}

// TestShared: the text doubles with every level, the work to see that does not (U12).
func TestShared(t *testing.T) {
	n := schema.String()
	for range 20 {
		n = schema.OneOf(n, n)
	}
	if got := tstypes.Type(compile(t, n), 0); len(got) != len("string")<<20+3*(1<<20-1) {
		t.Errorf("%d bytes", len(got))
	}
	for range 20 {
		n = schema.Array(schema.Object(schema.Closed, schema.Prop("a", n), schema.Prop("b", schema.Null())))
	}
	if got := tstypes.Type(compile(t, n), 0); len(got) < 1<<20 {
		t.Errorf("%d bytes", len(got))
	}
}

// TestMeasuredSize holds the size that is worked out before against the text: the room
// asked for is the room used.
func TestMeasuredSize(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := compile(t, schematest.Node(r, 5))
		level := r.IntN(3)
		if got := tstypes.Type(s, level); int64(len(got)) != tstypes.Size(s, level) {
			t.Fatalf("seed %d: %d bytes were measured, the text has %d:\n%s", seed, tstypes.Size(s, level), len(got), got)
		}
	}
}

func TestKeeper(t *testing.T) {
	var all []*tstypes.Declaration
	for i := range 1000 {
		all = append(all, tstypes.Declare(tstypes.Tool{Name: fmt.Sprintf("tool%03d", 999-i)}))
	}
	var k tstypes.Keeper
	first := k.Block(all)
	if first != tstypes.Block(all) {
		t.Error("the kept block is another")
	}
	if n := testing.AllocsPerRun(100, func() { k.Block(all) }); n != 0 {
		t.Errorf("an unchanged set costs %v allocations, want 0", n)
	}
	fewer := k.Block(all[1:])
	if fewer == first || k.Block(all) != first {
		t.Error("a changed set gives the old text")
	}
	if empty := k.Block(nil); empty != tstypes.Block(nil) {
		t.Error("no tools")
	}
}

func BenchmarkBlock1000(b *testing.B) {
	s := compile(b, schema.Object(schema.Closed, schema.Prop("a", schema.String().Describe("A."))))
	var all []*tstypes.Declaration
	for i := range 1000 {
		all = append(all, tstypes.Declare(tstypes.Tool{
			Name: fmt.Sprintf("tool%03d", i), Description: "Does a thing.", Parameters: s, Output: s,
		}))
	}
	b.Run("joined", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			tstypes.Block(all)
		}
	})
	b.Run("kept", func(b *testing.B) {
		var k tstypes.Keeper
		b.ReportAllocs()
		for b.Loop() {
			k.Block(all)
		}
	})
}

func BenchmarkDeclare(b *testing.B) {
	s := compile(b, schema.Object(schema.Closed, schema.Prop("a", schema.String().Describe("A."))))
	b.ReportAllocs()
	for b.Loop() {
		tstypes.Declare(tstypes.Tool{Name: "tool", Description: "Does a thing.", Parameters: s, Output: s})
	}
}
