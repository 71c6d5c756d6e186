package quickjs_test

import (
	"fmt"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

func TestJSONVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Cases []struct {
			ID, Expr, JSON string
			AsArgument     string `json:"as_argument_property"`
			AsCompletion   string `json:"as_completion"`
		}
	}
	loadVectors(t, "ptc-json.json", &file)
	rt := open(t, quickjs.Config{})
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			r := run(t, rt, coderuntime.Request{Program: "return " + c.Expr})
			switch {
			case c.AsCompletion == "ok" && (r.Failure != nil || sameText(c.JSON, r.Value) != ""):
				t.Errorf("return %s: %s %+v, want %s", c.Expr, r.Value, r.Failure, c.JSON)
			case c.AsCompletion == "absent" && (r.Failure != nil || r.Value != ""):
				t.Errorf("return %s: %+v", c.Expr, r)
			case c.AsCompletion == "invalid-output" && (r.Failure == nil ||
				r.Failure.Kind != coderuntime.KindInvalidOutput):
				t.Errorf("return %s: %+v", c.Expr, r)
			}
			var seen []string
			space := noop("echo")
			space.Invoke = func(c *coderuntime.Call) {
				seen = append(seen, c.Argument())
				c.Resolve("null")
			}
			r = run(t, rt, coderuntime.Request{Namespaces: []coderuntime.Namespace{space},
				Program: "return tools.echo({ value: " + c.Expr + " }).then(() => 'accepted', (e) => " +
					"e instanceof ToolCallError && /lossless JSON/.test(e.message) ? 'rejected' : String(e))"})
			if r.Value != `"`+c.AsArgument+`"` {
				t.Errorf("echo(%s): %s %+v, want %s", c.Expr, r.Value, r.Failure, c.AsArgument)
			}
			want := 0
			if c.AsArgument == "accepted" {
				want = 1
			}
			if len(seen) != want {
				t.Errorf("echo(%s) arrived as %q", c.Expr, seen)
			}
		})
	}
}

// sameText compares JSON texts byte by byte, except for how surrogates are
// written.
func sameText(want, have string) string {
	if want == "" {
		return "" // the file leaves long texts out
	}
	want, _ = coderuntime.WellFormed(want)
	have, _ = coderuntime.WellFormed(have)
	if strings.ReplaceAll(want, `\ud83d\ude00`, "😀") != have {
		return "differs"
	}
	return ""
}

func TestValueByteVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		ValueBytes []struct {
			JSON  string
			Bytes int64
		} `json:"value_bytes"`
	}
	loadVectors(t, "ptc-render.json", &file)
	for _, c := range file.ValueBytes {
		program := "return JSON.parse(" + quickjs.Quoted(c.JSON) + ")"
		exact := open(t, quickjs.Config{Budgets: coderuntime.Budgets{
			MaxOutputBytes: coderuntime.Count(max(c.Bytes+2, 4))}})
		if r := run(t, exact, coderuntime.Request{Program: program}); r.Failure != nil {
			t.Errorf("%s in %d bytes: %+v", c.JSON, c.Bytes, r.Failure)
		}
		if c.Bytes+1 < 4 {
			continue
		}
		short := open(t, quickjs.Config{Budgets: coderuntime.Budgets{
			MaxOutputBytes: coderuntime.Count(c.Bytes + 1)}})
		if r := run(t, short, coderuntime.Request{Program: program}); r.Failure == nil ||
			r.Failure.Kind != coderuntime.KindOutputLimit {
			t.Errorf("%s in %d bytes: %+v", c.JSON, c.Bytes-1, r)
		}
	}
}

// TestLossyMessages: a refused value is named by its path and type.
func TestLossyMessages(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	cases := map[string]string{
		"return { a: [1, { b: undefined }] }": "the result.a[1].b is undefined",
		"return [NaN]":                        "the result[0] is NaN",
		"return -0":                           "the result is negative zero",
		"return { 'odd key': 1n }":            `the result["odd key"] is a BigInt (convert it with String or Number)`,
		"return [new Map()]": "the result[0] is a Map " +
			"(use Object.fromEntries)",
		"return { x: new (class Foo {})() }": "the result.x is an " +
			"instance of Foo",
		"return { p: Promise.resolve(1) }": "the result.p is a Promise " +
			"(await it)",
		"const o = {}; o.o = o; return o": "the result.o is part of a cycle",
		"return [1, , 3]":                 "the result[1] is missing",
		"return 'abc'.match(/b/)": "the result is an array " +
			"with extra properties",
		"return { get a() { throw 1 } }": "the result.a is a getter " +
			"that throws",
		"return { [Symbol('s')]: 1 }": "the result is an object " +
			"with a symbol key",
		"return Object.defineProperty({}, 'h', {value: 1})": `the result is an object with a hidden property "h"`,
		"return new Proxy({}, { ownKeys() { throw new Error('t') } })": "the result cannot be read: " +
			"Error: t",
	}
	for program, want := range cases {
		r := run(t, rt, coderuntime.Request{Program: program})
		if r.Failure == nil || r.Failure.Message != "the program must return lossless JSON: "+want {
			t.Errorf("%s: %+v, want %s", program, r.Failure, want)
		}
	}
}

// TestLossyTypes: what a value is, is said of arguments and of results, of the
// whole and of a part.
func TestLossyTypes(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const spread, copied = " (spread it into an array)", " (copy it with {...x})"
	cases := map[string]string{
		"Object.create({ q: 1 })":                                    " is an object with another prototype" + copied,
		"Object.create(Object.create(null))":                         " is an object with another prototype" + copied,
		"new (class {})()":                                           " is an object with another prototype" + copied,
		"Object.create(new Proxy({}, {}))":                           " is an object with another prototype" + copied,
		"new Proxy(new (class A {})(), {})":                          " is a Proxy with another prototype" + copied,
		"new (class A extends Array {})()":                           " is an instance of A",
		"Object.create((class B {}).prototype)":                      " is an instance of B",
		"Object.setPrototypeOf([], null)":                            " is an array with another prototype",
		"Object.setPrototypeOf([], {})":                              " is an array with another prototype",
		"new Proxy([], { getPrototypeOf: () => null })":              " is an array with another prototype",
		"[1].values()":                                               " is an Array Iterator" + spread,
		"new Map().entries()":                                        " is a Map Iterator" + spread,
		"new Set().values()":                                         " is a Set Iterator" + spread,
		"''[Symbol.iterator]()":                                      " is a String Iterator" + spread,
		"'a'.matchAll(/a/g)":                                         " is a RegExp String Iterator" + spread,
		"[1].values().map((x) => x)":                                 " is an Iterator Helper" + spread,
		"(function* () {})()":                                        " is a Generator" + spread,
		"(async function* () {})()":                                  " is an AsyncGenerator (collect it with for await)",
		"(function () { return arguments })()":                       " is an arguments object" + spread,
		"(function () { return arguments })(undefined)":              " is an arguments object" + spread,
		"(function () { return arguments })({}, 2)":                  " is an arguments object" + spread,
		"(function () { return arguments })(...'1234567')":           " is an arguments object" + spread,
		"new Uint8Array(1)":                                          " is an instance of Uint8Array",
		"new WeakMap()":                                              " is an instance of WeakMap",
		"new Number(1)":                                              " is an instance of Number",
		"[1, , 3, , 5]":                                              "[1] is missing",
		"new Array(4e9)":                                             "[0] is missing",
		"Object.assign([1, , 3], { x: 1 })":                          "[1] is missing",
		"({ a: { b: [1, 2, , ] } })":                                 ".a.b[2] is missing",
		"new Proxy([], { get: (t, k) => k === 'length' ? 4e9 : 1 })": "[0] is missing",
		"(class { static [(Object.prototype.constructor = null, 'x')] = 1 }, Object.create({}))": " is an object with " +
			"another prototype" + copied,
		"new (class A { static name = 'n'.repeat(99) })()": " is an instance of " + strings.Repeat("n", 40) + "…",
	}
	for value, want := range cases {
		for program, root := range map[string]string{
			"return " + value:                  "the program must return lossless JSON: the result",
			"return { part: [" + value + "] }": "the program must return lossless JSON: the result.part[0]",
			"await tools.a(" + value + ")":     "ToolCallError: the arguments of tools.a must be lossless JSON: the argument",
			"await tools.a({ part: " + value + " })": "ToolCallError: the arguments of tools.a must be lossless JSON: " +
				"the argument.part",
		} {
			r := run(t, rt, coderuntime.Request{Program: program, Namespaces: []coderuntime.Namespace{noop("a")}})
			if r.Failure == nil {
				t.Errorf("%s: %s", program, r.Value)
			} else if have, _, _ := strings.Cut(r.Failure.Message, "\n"); have != root+want {
				t.Errorf("%s: %s, want %s", program, have, root+want)
			}
		}
	}
}

// TestExactNumbers: a number that a program's numbers cannot hold fails the
// call instead of being rounded.
func TestExactNumbers(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	space := noop("id")
	space.Invoke = func(c *coderuntime.Call) { c.Resolve(`{"rows":[{"id":9007199254740993}]}`) }
	r := run(t, rt, coderuntime.Request{Namespaces: []coderuntime.Namespace{space},
		Program: "return tools.id(1).catch((e) => e.message)"})
	if !strings.Contains(r.Value, "more digits than a JavaScript number can hold at $.rows[0].id") {
		t.Errorf("%+v", r)
	}
}

func TestTextRoundTrip(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "plain", "\"\\\b\f\n\r\t\x00\x1f", "ä€😀", "\xed\xa0\x80",
		"a\xed\xbf\xbfb", "퟿"} {
		if have := quickjs.RoundTrip(text); have != text {
			t.Errorf("%q became %q", text, have)
		}
	}
}

// TestExactAtTheDefault: the default budget is exact to the byte (P103).
func TestExactAtTheDefault(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const most = 64<<20 - len(`[]`) - len(`""`)
	for size, want := range map[int]coderuntime.Kind{most: "", most + 1: coderuntime.KindOutputLimit} {
		r := run(t, rt, coderuntime.Request{Program: fmt.Sprintf("return 'x'.repeat(%d)", size)})
		switch {
		case want == "" && (r.Failure != nil || len(r.Value) != size+2):
			t.Errorf("%d characters: %d bytes, %+v", size, len(r.Value), r.Failure)
		case want != "" && (r.Failure == nil || r.Failure.Kind != want):
			t.Errorf("%d characters: %+v", size, r.Failure)
		}
	}
}
