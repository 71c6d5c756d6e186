package quickjs_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestPlacesOfRefusals: what the engine alone refuses has a place inside of the
// program, with and without types.
func TestPlacesOfRefusals(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		// The engine gives none.
		"class A { m() { this.#nope } }":                                      "undefined private field '#nope' (program.ts:1:22)",
		"'#a';\nclass A { #a; m() { this.#a } }\nclass B { m() { this.#a } }": "undefined private field '#a' (program.ts:3:22)",
		"'é';class A { m(o) { return #b in o || o.#b } }":                     "undefined private field '#b' (program.ts:1:42)",
		"const a = 1;\nlet b = 1; const x = /(abc/":                           "expecting ')' (program.ts:2:22)",
		"const x = 4 / 2 / 1, y = /a**/g / 2":                                 "nothing to repeat (program.ts:1:26)",
		"const f = (r = /a\\/[b-a]/) => r, g = /c/":                           "invalid class range (program.ts:1:16)",
		"`\n`; 'ä😀'; [/ok/, /(?<a>x)(?<a>y)/]":                                "duplicate group name (program.ts:2:17)",
	} {
		for _, after := range []string{"", "; type T = 1"} {
			checkMessage(t, rt, program+after, "SyntaxError: "+want)
		}
	}
	for program, want := range map[string]string{
		// It stands behind the program's end.
		"const x = 1;\nfunction x() {}":      "invalid redefinition of lexical identifier\n    at program.ts:2:16",
		"const x = 1;\nfunction x() {}\n\n ": "invalid redefinition of lexical identifier\n    at program.ts:2:16",
		"delete x":                           "cannot delete a direct reference in strict mode\n    at program.ts:1:9",
		// As before.
		"const x = 1;\nconst x = 2": "invalid redefinition of lexical identifier\n    at program.ts:2:9",
		"const s = 'abc\nlet b = 1": "Unterminated string constant (program.ts:1:11)",
	} {
		checkMessage(t, rt, program, "SyntaxError: "+want)
	}
}

func checkMessage(t *testing.T, rt coderuntime.Runtime, program, want string) {
	t.Helper()
	r := run(t, rt, coderuntime.Request{Program: program})
	if r.Failure == nil || r.Failure.Message != want {
		t.Errorf("%.100s: %+v, want %s", program, r.Failure, want)
	}
}

// TestPlacesOfLongPrograms: a place is found without reading every part.
func TestPlacesOfLongPrograms(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	program := strings.Repeat("x = [1 / 2, /a/g, 'b'];\n", 5_000) + "y = /+/;\n" + strings.Repeat("x = 1 / 2;\n", 100)
	checkMessage(t, rt, program, "SyntaxError: nothing to repeat (program.ts:5001:5)")
}

// TestAdvice: a refusal says what to write instead.
func TestAdvice(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	jsx := func(place string) string { return "JSX is not supported (program.ts:" + place + "): build the text" }
	for program, want := range map[string]string{
		"const a = <Foo bar={1} />":                         jsx("1:11"),
		"const a = 1\nconst b = <Foo />":                    jsx("2:11"),
		"const a = <><b>x</b></>":                           jsx("1:11"),
		"'<b>x</b>'; const f = () =>\n  <div>hi</div>":      jsx("2:3"),
		"return (\n  <ul>\n    <li>a</li>\n  </ul>\n)":      jsx("2:3"),
		"function f() { await g() }":                        "(program.ts:1:16)\nmake the function async",
		"[1].forEach(x => await f(x))":                      "(program.ts:1:18)\nmake the function async",
		"function f() {\n  const x: T = await g()\n}":       "\nmake the function async",
		"const f = () => {\n  for await (const x of y) {}}": "\nmake the function async",
	} {
		checkRefusal(t, program, run(t, rt, coderuntime.Request{Program: program}), want)
	}
	for program, not := range map[string]string{
		"const s = '<b>x</b>', t = `<p>`; let a b":    "JSX",
		"const f = <T>(x: T) => x; let a b":           "JSX",
		"const f = <T extends U>(x: T) => x; let a b": "JSX",
		"const m = a < b && c > d; let a b":           "JSX",
		"async function f() { await g() } let a b":    "async",
	} {
		r := run(t, rt, coderuntime.Request{Program: program})
		if r.Failure == nil || strings.Contains(r.Failure.Message, not) {
			t.Errorf("%s: %+v", program, r.Failure)
		}
	}
}
