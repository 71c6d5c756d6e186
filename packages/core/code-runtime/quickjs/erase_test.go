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
		"\t\tenum Color { Red }":                   {"program.ts:1:3"},
		"'日本😀'; enum Color { Red }":                {"program.ts:1:8"},
		"const enum E { A }":                       {"constant object"},
		"namespace N { export const a = 1 }":       {"program.ts:1:1", "plain object"},
		"module M { export const a = 1 }":          {"plain object"},
		"class A { constructor(private x: T) {} }": {"program.ts:1:31", "assign it in the constructor"},
		"const v = <number>5; return v":            {"program.ts:1:11", "expr as T"},
		"import fs from 'fs'":                      {"program.ts:1:1", "cannot import or export"},
		"export const a = 1":                       {"cannot import or export"},
		"import fs = require('fs')":                {"cannot import or export"},
		"const a = <div>hi</div>":                  {"JSX", "template literal"},
		"const a: = 1":                             {"program.ts:1:10"},
		"const n: number = 1 +":                    {"program.ts:1:22"},
		"const n: number = 1\nreturn n +  \n\n":    {"program.ts:2:11"},
		"} globalThis.x = 1; async function q() {": {"SyntaxError"},
		"} type X = {":                             {"closes a brace"},
		"x=" + strings.Repeat("(", 60_000):         {"SyntaxError"},
	}
	for program, parts := range cases {
		r := run(t, rt, coderuntime.Request{Program: program})
		checkRefusal(t, program, r, parts...)
	}
	if r := run(t, rt, coderuntime.Request{Program: "const a: = 1"}); strings.Contains(r.Failure.Message, "cannot import") {
		t.Errorf("a list of what may come gave advice about imports: %s", r.Failure.Message)
	}
}

// checkRefusal: the program is refused before it runs, with a message of these parts.
func checkRefusal(t *testing.T, program string, r coderuntime.Result, parts ...string) {
	t.Helper()
	if r.Failure == nil || r.Failure.Kind != coderuntime.KindException || len(r.Logs) > 0 {
		t.Errorf("%.60s: %+v", program, r)
		return
	}
	for _, part := range parts {
		if !strings.Contains(r.Failure.Message, part) {
			t.Errorf("%.60s: %q lacks %q", program, r.Failure.Message, part)
		}
	}
}

// TestRefusedDecorators: wherever one stands, and also where the eraser would
// remove it.
func TestRefusedDecorators(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, place := range map[string]string{
		"@dec class A {}":                                  "1:1",
		"\n@dec class A {}":                                "2:1",
		"console.log(1); @dec class A {}":                  "1:17",
		"'@'; /@/; `@`; // @\n\t@dec class A {}":           "2:2",
		"const s: string = 'ä€😀日'; @dec class A {}":        "1:27",
		"class A { @dec x = 1 }":                           "1:11",
		"class A { @dec m() {} }":                          "1:11",
		"class A {\n\t\t@a() @b.c static x: number = 1 }":  "2:3",
		"class A { m(@inject x) {} }":                      "1:13",
		"class A { m(a: T, @inject() x: T) {} }":           "1:19",
		"class A { constructor(@inject private x: T) {} }": "1:23",
		"const C = @dec class {}":                          "1:11",
		"f('a@b', @dec class {})":                          "1:10",
		"'@' + @dec class {}":                              "1:7",
		"class A extends @dec B {}":                        "1:17",
		"const o = { @dec m() {} }":                        "1:13",
		"class A { get @dec x() { return 1 } }":            "1:15",
		"class A { @dec['x'] y }":                          "1:11",
		"@dec function f() {}":                             "1:1",
		"@dec enum E { A }":                                "1:1",
		"class A { @dec declare x: T }":                    "1:11",
		"class A { @dec m(): void; m() {} }":               "1:11",
		"abstract class A { @dec abstract m(): void }":     "1:20",
		"@dec declare class A {}":                          "1:1",
		"declare function f(@dec x): void":                 "1:20",
	} {
		checkRefusal(t, program, run(t, rt, coderuntime.Request{Program: program}),
			"SyntaxError: decorator (program.ts:"+place+")\n", "call the function yourself")
	}
	for program, want := range map[string]string{
		"interface A { /** @param */ a: '@' }\nreturn 1": "1",
		"const x: 'a@b' = 'a@b'; return /@/.test(x)":     "true",
		"type T = `@${string}`; return `@${1 as any}`":   `"@1"`,
	} {
		if r := run(t, rt, coderuntime.Request{Program: program}); r.Value != want {
			t.Errorf("%s: %+v %+v", program, r, r.Failure)
		}
	}
	for _, program := range []string{"const s: string = '@'; let a = 'x@y' b", "let \ue000 = '@'"} {
		if r := run(t, rt, coderuntime.Request{Program: program}); r.Failure == nil ||
			strings.Contains(r.Failure.Message, "decorator") {
			t.Errorf("%s: %+v", program, r.Failure)
		}
	}
}

// TestRefusedUsing: the declaration is refused wherever it stands.
func TestRefusedUsing(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, place := range map[string]string{
		"using x = f()":                                                "1:1",
		"console.log(1); using x = f()":                                "1:17",
		"{ using x = f() }":                                            "1:3",
		"{ /* c */ using x = null }":                                   "1:11",
		"await using x = f()":                                          "1:7",
		"await\nusing x = f()":                                         "2:1",
		"using x: T = f(), y = 2":                                      "1:1",
		"using\tx = f()":                                               "1:1",
		"using\u00a0x = f()":                                           "1:1",
		"using/**/ä = f()":                                             "1:1",
		"using \\u0078 = f()":                                          "1:1",
		"using using = f()":                                            "1:1",
		"using of = f()":                                               "1:1",
		"using let = f()":                                              "1:1",
		"for (using x of []);":                                         "1:6",
		"for (using x = null;;) break":                                 "1:6",
		"for (using of = null;;) break":                                "1:6",
		"for (await using x of []);":                                   "1:12",
		"for await (using x of []);":                                   "1:12",
		"for await (await using x of []);":                             "1:18",
		"switch (1) { case 1: using x = f() }":                         "1:22",
		"switch (1) { default: await using x = f() }":                  "1:23",
		"function f() { using x = f() }":                               "1:16",
		"const f = () => { using x = f() }":                            "1:19",
		"class A { static { using x = f() } }":                         "1:20",
		"`${(() => { using x = f() })()}`":                             "1:13",
		"'using x'; // using x\n/using x/; `using x`\r\n\tusing x = 1": "3:2",
		"'ä€😀日'; using x = f()":                                        "1:9",
		"const a: 'ä€' = 'ä€'; using x = f()":                          "1:23",
		"using x":              "1:1",
		"for (using x in {});": "1:6",
		"using { a } = f()":    "1:7",
		"if (1) using x = f()": "1:14",
		strings.Repeat("'using x';", 99) + "using x = f()":     "1:991",
		strings.Repeat("'using us000';", 99) + "using x = f()": "1:1387",
	} {
		checkRefusal(t, program, run(t, rt, coderuntime.Request{Program: program}),
			"(program.ts:"+place+")\n", "try and finally")
	}
	for _, program := range []string{
		"using; using + 1; using(1); using.x = 3; [using] = [using]; using\n[0]",
		"for (using of [using]); for (using in {}); using in {}; using instanceof Object",
		"using\nfoo; using\nfoo = 1; using // c\nfoo; using /*\n*/ foo = 1",
		"using: for (;;) break using; { using: 1 }; ({ using, using: 1, using() {} })",
		"class A { using = 1; #using = 2; static using() { return #using in this } }",
		"const { using: b = using } = {}; const us000 = 1, housing = us000; housing",
		"`\nusing x = ${using} using y`; /*\nusing x */ // using x\n'\\\nusing x'; String.raw`\\using x`",
		"/using x/; /[a-using-z]/v; /(?<using>a)\\k<using>/; 1 / using / 2",
	} {
		for _, after := range []string{"", "\ntype T = 1"} {
			program := "let foo, using = Object.assign(() => 1, { *[Symbol.iterator]() { yield using } });\n" +
				program + "\n;return 'ok'" + after
			if r := run(t, rt, coderuntime.Request{Program: program}); r.Value != `"ok"` {
				t.Errorf("%s: %+v %+v", program, r, r.Failure)
			}
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

// TestOpenCalls: a program that ends with nothing to show, since it did not wait for a
// function of its own, is told which calls had no result.
func TestOpenCalls(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const main = "async function main() { console.log((await tools.a(1)).length); await tools.b(2) } "
	for program, want := range map[string]string{
		main + "main()":       "tools.a",
		main + "await main()": "",
		"[1, 2, 3].forEach(async (n) => { await tools.b(n); await tools.a(n) })": "tools.b (3 times)",
		"tools.b(1).then(() => tools.a(2))":                                      "tools.b",
		"tools.b(1).then(() => 1); return 1":                                     "",
		"console.log('on its way'); tools.b(1).then(() => 1)":                    "",
		"await Promise.all([1, 2].map(async (n) => { await tools.b(n) }))":       "",
	} {
		r := run(t, rt, coderuntime.Request{Program: program, Namespaces: []coderuntime.Namespace{noop("a", "b")}})
		have := strings.Join(r.Logs, "\n")
		if strings.Contains(have, "warning") != (want != "") ||
			!strings.HasPrefix(have, "warning: the program ended before "+want+" had a result;") && want != "" {
			t.Errorf("%s: %q, want %q", program, have, want)
		}
	}
	r := run(t, rt, coderuntime.Request{Program: main + "main(); tools.b(3)", Namespaces: []coderuntime.Namespace{noop("a", "b")}})
	if len(r.Logs) != 2 || !strings.Contains(r.Logs[0], "before tools.a had") || !strings.Contains(r.Logs[1], "result of tools.b;") {
		t.Errorf("%q", r.Logs)
	}
}
