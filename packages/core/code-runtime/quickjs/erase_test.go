package quickjs_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestRefusedConstructs: each refusal says where and what to write instead.
func TestRefusedConstructs(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	cases := map[string][]string{
		"enum Color { Red }":                       {"program.ts:1:1", "constant object", "as const"},
		"const enum E { A }":                       {"constant object"},
		"namespace N { export const a = 1 }":       {"program.ts:1:1", "plain object"},
		"module M { export const a = 1 }":          {"plain object"},
		"class A { constructor(private x: T) {} }": {"program.ts:1:31", "assign it in the constructor"},
		"const v = <number>5; return v":            {"program.ts:1:11", "expr as T"},
		"import fs from 'fs'":                      {"program.ts:1:1", "cannot import or export"},
		"export const a = 1":                       {"cannot import or export"},
		"import fs = require('fs')":                {"cannot import or export"},
		"const a = <div>hi</div>":                  {"JSX", "template literal"},
		"\n@dec class A {}":                        {"decorators are not supported"},
		"{ using x = f() }":                        {"try and finally"},
		"await using x = f()":                      {"try and finally"},
		"const a: = 1":                             {"program.ts:1:10"},
		"const n: number = 1 +":                    {"program.ts:1:22"},
		"const n: number = 1\nreturn n +  \n\n":    {"program.ts:2:11"},
		"} globalThis.x = 1; async function q() {": {"SyntaxError"},
		"} type X = {":                             {"closes a brace"},
		"x=" + strings.Repeat("(", 60_000):         {"SyntaxError"},
	}
	for program, parts := range cases {
		r := run(t, rt, coderuntime.Request{Program: program})
		if r.Failure == nil || r.Failure.Kind != coderuntime.KindException {
			t.Errorf("%.60s: %+v", program, r)
			continue
		}
		for _, part := range parts {
			if !strings.Contains(r.Failure.Message, part) {
				t.Errorf("%.60s: %q lacks %q", program, r.Failure.Message, part)
			}
		}
	}
	if r := run(t, rt, coderuntime.Request{Program: "const a: = 1"}); strings.Contains(r.Failure.Message, "cannot import") {
		t.Errorf("a list of what may come gave advice about imports: %s", r.Failure.Message)
	}
	// The word alone is no declaration.
	for program, want := range map[string]string{
		"return `\nusing words freely`":      `"\nusing words freely"`,
		"/*\nusing this comment */ return 1": "1",
		"const using = 2;\nreturn using":     "2",
	} {
		if r := run(t, rt, coderuntime.Request{Program: program}); r.Value != want {
			t.Errorf("%s: %+v %+v", program, r, r.Failure)
		}
	}
}

// TestFastPathAgrees: text that runs without the eraser gives what it gives
// with it. A type that changes nothing sends the same program through it.
func TestFastPathAgrees(t *testing.T) {
	t.Parallel()
	var file vectorFile
	loadVectors(t, "ptc-programs.json", &file)
	rt := open(t, quickjs.Config{})
	compared := 0
	for _, p := range file.Programs {
		if p.Class != "benign" && p.Class != "json" && p.Class != "render" ||
			strings.Contains(p.Program, "tools.") || strings.Contains(p.Program, "Date.now") {
			continue
		}
		plain := run(t, rt, coderuntime.Request{Program: p.Program})
		typed := run(t, rt, coderuntime.Request{Program: p.Program + "\n;type Unused = 1;"})
		if plain.Value != typed.Value || strings.Join(plain.Logs, "|") != strings.Join(typed.Logs, "|") {
			t.Errorf("%s: plain %+v, typed %+v", p.ID, plain, typed)
		}
		compared++
	}
	if compared < 30 {
		t.Errorf("only %d programs were compared", compared)
	}
}

func TestAmbiguousText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"f<number>(4)":              true,
		"new Map<string, number>()": true,
		"a<b>`x`":                   true,
		"x = a<b>\ny":               true,
		"a < b":                     false,
		"for (let i = 0; i < n; i++) f((x) => (x))": false,
		"a > (b)":         false,
		"a <= b; c > (d)": false,
		"return 1":        false,
	} {
		if have := quickjs.Ambiguous(text); have != want {
			t.Errorf("%q: %v", text, have)
		}
	}
}

// TestUnawaitedCalls: a call whose promise nobody looked at is named.
func TestUnawaitedCalls(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	cases := map[string]string{
		"tools.a(1); tools.a(2); tools.b(3); return 1":                  "tools.a (2 times), tools.b",
		"tools.a(1); await tools.b(2)":                                  "tools.a",
		"await tools.a(1)":                                              "",
		"tools.a(1).then(() => 1); return 2":                            "",
		"await Promise.all([tools.a(1), tools.b(2)])":                   "",
		"const p = tools.a(1); await p":                                 "",
		"return tools.a(1)":                                             "",
		"const f = async () => tools.a(1); await f()":                   "",
		"for await (const x of [tools.a(1)]) x":                         "",
		"const p = tools.a(1); await tools.b(2); await p":               "",
		"tools.a(1); await tools.b(2); tools.b(3)":                      "tools.a, tools.b",
		"for (let i = 0; i < 99; i++) { tools.a(i); await tools.b(i) }": "tools.a (99 times)",
		"await tools.b({}); tools.b({ a: [1] }); tools.a({ x: 1 })":     "tools.b, tools.a",
		"Object.setPrototypeOf(tools.a(1), null)":                       "tools.a",
		"tools.a(undefined); return 1":                                  "tools.a",
		"await tools.a(undefined).catch(() => 1)":                       "",
		"tools.a(1); throw new Error('x')":                              "tools.a",
		"tools.a(1); await new Promise(() => {})":                       "tools.a",
		"tools.a(undefined); await tools.b(1)":                          "tools.a",
		`tools["my tool"](1)`:                                           `tools["my tool"]`,
	}
	for program, want := range cases {
		r := run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{noop("a", "b", "my tool")}})
		have := strings.Join(r.Logs, "\n")
		if want == "" && have != "" || want != "" &&
			!strings.HasPrefix(have, "warning: nobody awaited the result of "+want+";") {
			t.Errorf("%s: %q, want %q", program, have, want)
		}
	}
}
