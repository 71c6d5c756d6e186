package quickjs_test

import (
	"fmt"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

const (
	missingReed = "TypeError: tools.reed is not a function: there is no such member; the nearest are read"
	missingName = "TypeError: tools[…] is not a function: no member has the given name; " +
		"there are read, write_file, list_dir"
	notFunction = "TypeError: not a function"
)

// hint gives the first line of what a program failed with.
func hint(t *testing.T, rt coderuntime.Runtime, program string, names ...string) string {
	t.Helper()
	if names == nil {
		names = []string{"read", "write_file", "list_dir"}
	}
	r := run(t, rt, coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{noop(names...)}})
	if r.Failure == nil {
		return ""
	}
	line, _, _ := strings.Cut(r.Failure.Message, "\n")
	return line
}

// TestAbsentGlobals: what other hosts have is told from what a program just does not
// define.
func TestAbsentGlobals(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const tools = "; whatever it does, it does through the functions of tools"
	const modules, network = ": a program has no modules: what it can use is global", ": a program has no network of its own"
	for program, want := range map[string]string{
		"const fs = require('fs')":                    "ReferenceError: require is not defined" + modules + tools,
		"module.exports = 1":                          "ReferenceError: module is not defined" + modules + tools,
		"const r = await fetch('https://a.b')":        "ReferenceError: fetch is not defined" + network + tools,
		"try { fetch() } catch (e) { throw e }":       "ReferenceError: fetch is not defined" + network + tools,
		"await import('node:fs')":                     "ReferenceError: could not load module 'node:fs'" + modules + tools,
		"fetched()":                                   "ReferenceError: fetched is not defined",
		"toString.x.y":                                "TypeError: cannot read property 'y' of undefined",
		"throw new Error('fetch is not defined')":     "Error: fetch is not defined",
		"if (typeof process === 'undefined') throw 1": "1",
	} {
		if got := hint(t, rt, program); got != want {
			t.Errorf("%s: %s, want %s", program, got, want)
		}
	}
	r := run(t, rt, coderuntime.Request{Program: "process.exit(0)"})
	if r.Failure == nil || !strings.HasPrefix(r.Failure.Message,
		"ReferenceError: process is not defined: a program has no process and no files of its own\n") {
		t.Errorf("%+v", r.Failure)
	}
}

// TestHints: a missing member names the nearest, in the error itself.
func TestHints(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	is := func(name, rest string) string {
		return "TypeError: " + name + " is not a function: there is no such member; " + rest
	}
	there := "there are read, write_file, list_dir"
	cases := map[string]string{
		// The forms of a name.
		"await tools.raed({})":                                  is("tools.raed", "the nearest are read"),
		"await tools['list-dir']({})":                           is(`tools["list-dir"]`, "the nearest are list_dir"),
		"await tools\n  .writeFile({})":                         is("tools.writeFile", "the nearest are write_file"),
		"tools[`reed`]({})":                                     missingReed,
		`tools["reed"]({})`:                                     missingReed,
		"(tools as any).reed({})":                               missingReed,
		"tools!.reed!({})":                                      missingReed,
		"tools?.reed({})":                                       missingReed,
		"tools?.['reed']({})":                                   missingReed,
		"new tools.reed()":                                      missingReed,
		"new tools.reed":                                        missingReed,
		"new (tools as any)['reed'](1)":                         missingReed,
		"tools.reed`x${1}`":                                     missingReed,
		"(0, tools.reed)({})":                                   missingReed,
		"globalThis.tools.reed({})":                             missingReed,
		"(globalThis as any).tools.reed({})":                    missingReed,
		"tools /* a */ . /* tools.x( */ reed // b\n ({})":       missingReed,
		"tools.reed(\n\n)":                                      missingReed,
		"tools.reed( // none\n  )":                              missingReed,
		"try { tools.reed(1) } catch (e) { throw e }":           missingReed,
		"async function f(p: string) { await tools.reed(p) }\n": "",
		// Its place.
		"\n\n'é😀'; tools.reed({})":                                                                 missingReed,
		"'é😀'; tools.reed({})":                                                                     missingReed,
		"const a = 1;\r\nconst b = 2;\r\n  tools.reed({\r\n a: `\r\n`,\r\n})":                      missingReed,
		"'a\\\nb'; `c\nd`; /* e\nf */ tools.reed({})":                                              missingReed,
		"const r = /tools.x\\('`\"/; /[/(]tools.x[(`]/.test(''); tools.reed({})":                   missingReed,
		"const a = 4, g = 2, b = a / g; /* ' */ tools.reed(b / g)":                                 missingReed,
		"if (1) { } /'/.test(''); tools.reed({})":                                                  missingReed,
		"const s = `a ${`b ${tools.reed({})}`} c`":                                                 missingReed,
		"for (const k in tools) { tools.reed({}) }":                                                missingReed,
		"queueMicrotask(() => tools.reed({})); await new Promise(() => {})":                        missingReed,
		"setTimeout(() => tools.reed({}), 1); await new Promise(() => {})":                         missingReed,
		"JSON.stringify({ toJSON() { return tools.reed({}) } })":                                   missingReed,
		"await tools.read({}).then((x: any) => tools.reed(x))":                                     missingReed,
		"await Promise.all([1, 2].map((x) => tools.reed({ x })))":                                  missingReed,
		"const v = 1; console.log(await tools.reed({ a: v, b: [v].map(v => v) }))":                 missingReed,
		"tools.readFile({\n file_path: [1].map(\n x=>\"a\").join(),\n limit: Math.max(\n1,2),\n})": is("tools.readFile", "the nearest are read"),
		// Its values.
		"const { reed } = tools; await reed({})":                  missingReed,
		"const { read, reed: r } = tools as any; await r ({})":    missingReed,
		"const { 'reed': r } = tools; const f = () => r({}); f()": missingReed,
		"const r = tools.reed; r()":                               missingReed,
		"let r = tools['reed']\nnew r()":                          missingReed,
		"const t: any = tools\nconst q = t; q.reed()":             missingReed,
		"const name = 'reed'; tools[name]({})":                    missingName,
		"tools['re' + 'ed'](JSON.stringify(1))":                   missingName,
		"console.log(await tools['re' + 'ed']({}))":               missingName,
		"const k = 'reed'; const { [k]: r } = tools; r()":         missingName,
		// What is near.
		"tools.frobnicate()": is("tools.frobnicate", there),
		"tools['']()":        is(`tools[""]`, there),
		"tools.toString()":   is("tools.toString", there),
	}
	for program, want := range cases {
		if have := hint(t, rt, program); have != want {
			t.Errorf("%s: %q, want %q", program, have, want)
		}
	}
	many := strings.Fields("aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll")
	if have := hint(t, rt, "tools.frob()", many...); !strings.HasSuffix(have,
		"; there are aaaa, bbbb, cccc, dddd, eeee, ffff, gggg, hhhh, iiii, jjjj and 2 more") {
		t.Errorf("many: %q", have)
	}
	if have := hint(t, rt, "tools.frob()", "read"); !strings.HasSuffix(have, "; there is only read") {
		t.Errorf("one: %q", have)
	}
	if have := hint(t, rt, "tools.frob()", []string{}...); !strings.HasSuffix(have, "; there are none") {
		t.Errorf("none: %q", have)
	}
}

// TestNoHints: what is not the call of a missing member is not said to be one.
func TestNoHints(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for _, program := range []string{
		"const x = 1; x()",
		"const mytools: any = {}; mytools.frob(1)",
		"const parse: any = undefined; parse(\"x\") // then tools.search(x)",
		"const s = \"call tools.reed(x)\"; (undefined as any)()",
		"const s = `call tools.reed(x)`; (undefined as any)(s)",
		"let v: any; if (false) tools.nothere({}); v()",
		"let v: any; if (false) tools.nothere({})\nv(/tools.reed(x)[(]tools.reed(x)/.test('tools.reed(x)'))",
		"class C { tools: any = {}; run(){ return this.tools.abc() } } new C().run()",
		"throw new TypeError(\"not a function\") // tools.foo()",
		"throw TypeError(\"not a function\") // tools.foo()",
		"const o: any = { tools: {} }; o.tools.reed()",
		"{ const tools: any = {}; tools.reed() }",
		"const f = (tools: any) => tools.reed(); f({})",
		"const f = ({ tools }: any) => tools.reed(); f({ tools: {} })",
		"function f(a: any, tools: any) { tools.reed() } f(1, {})",
		"for (const tools of [{} as any]) tools.reed()",
		"(globalThis as any).tools = {}; tools.reed()",
		"tools.read.reed()",
		"tools.read({}).reed()",
		"(await tools.read({})).reed()",
		"const { reed = 1 as any } = tools; reed()",
		"let { reed } = tools; reed = 1; reed()",
		"const reed = tools.reed ?? 1; reed()",
		"if (1) { const { reed } = tools } { const reed: any = 1; reed() }",
		"const reed: any = 1; const f = () => { const { reed } = tools; return reed }; reed()",
		"let v: any; tools.nothere({ a: v(), b: Math.max(1) })",
		"let v: any; tools.nothere([1].map((x) => v(x)))",
		"let v: any; tools.nothere([1].map(function (x) { return v(x) }))",
		"let v: any; tools['re' + 'ad'](v())",
		"eval('tools.reed()')",
		"[1].map(tools.reed)",
		"const a = 2, g = 1, v: any = a / g; v('/tools.reed(1)')",
	} {
		if have := hint(t, rt, program); have != notFunction {
			t.Errorf("%s: %q", program, have)
		}
	}
	for _, program := range []string{"tools.reed?.({})", "tools?.reed?.x.y({})", "tools.reed"} {
		if have := hint(t, rt, program); have != "" {
			t.Errorf("%s: %q", program, have)
		}
	}
}

// TestHintsWhateverTheArguments: the engine's place of a call is the last
// place in its arguments. None of them hides what is called.
func TestHintsWhateverTheArguments(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	callees := []string{
		"tools.reed", "tools\n.reed", "tools [\n'reed' ]", "(tools as any).reed", "new tools.reed", "r", "await r",
	}
	values := []string{
		"", " ", "1", "'a'", "`a ${x} b`", "`a ${1 + 1}`", "x", "-x", "x + 1", "x ? x : [x]", "[1, ...[x]]", "...[x]",
		"{ x }", "{ x: x, ...o }", "{ x, y: { x: 'x' } }", "{ m(y: any) { return y.z() } }", "{ get g() { return f(x) } }",
		"o.x", "o?.x", "o['x']", "o.x = 2", "o.x++", "delete o.x", "typeof x", "x && 1", "x ?? o.y", "(x, 1)", "((1))",
		"f(x)", "f( x , 1 ).y", "f('tools.x(')", "f(f(f(x)))", "[3].map(String).join()", "String`x`",
		"[3].map(y => y)", "[3].map(y => y + f(y))", "[3].map((y) => ({ y }))", "[3].map(({ a }: any) => a)",
		"[3].map((y, i) => { const z = f(y); return z })", "[3].map(function (y) { return f(y) })",
		"[3].map(async y => { await y })", "() => f(x)", "async () => { f(x) }", "function g(y: any = f(x)) { f(y) }",
		"class { x = f(1); m() { f(x) } }", "new Map", "new Map()", "new Map([[1, x]])", "new f.Y(x)", "await x",
		"await f(x)", "(await f(x)).y", "/tools.x[(`]/", "/[/'(]/.test('a')", "x / 2 / x", "null, undefined, true, this",
		"undefined", "tools.read", "tools.read({}).then()", "await tools.read({ a: f(x) })", "'é😀' + x", "x as any",
		"o!.x!", "[x, o, f].length > 2 ? f(1) : f(2)", "new.target", "import('a').catch(() => 1)",
		"f(\n x,\n)", "/* a( */ x // b(\n",
	}
	prelude := "let x: any = 1; const o: any = {}; function f(a?: any, b?: any): any { return { y: 1 } } f.Y = Date; const r = tools.reed; "
	want := strings.TrimPrefix(missingReed, "TypeError: ")
	for _, callee := range callees {
		for _, end := range []string{"", "\n"} { // the first line, and a later one
			var program strings.Builder
			program.WriteString(prelude + end)
			for i, value := range values {
				if i > 1 && i%3 == 1 && !strings.HasPrefix(value, "...") && !strings.HasSuffix(value, "\n") {
					value = "{ a: [" + value + "] }"
				}
				call := callee + "(" + value + ")"
				fmt.Fprintf(&program, "try { %s } catch (e: any) { if (e.message !== %q) console.log(%q, e) } ",
					call, want, call)
			}
			r := run(t, rt, coderuntime.Request{Program: program.String(),
				Namespaces: []coderuntime.Namespace{noop("read", "write_file", "list_dir")}})
			if r.Failure != nil || len(r.Logs) > 0 {
				t.Errorf("%+v %s", r.Failure, strings.Join(r.Logs, "\n"))
			}
		}
	}
}

// TestHintsOfLongPrograms: however a text is made, reading it ends soon.
func TestHintsOfLongPrograms(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for name, text := range map[string]string{
		"words":     strings.Repeat("a;", 20_000),
		"strings":   strings.Repeat("'\\n';", 24_000),
		"templates": "`" + strings.Repeat("${1}", 9_000) + "`;",
		"comment":   "/*" + strings.Repeat("a\n", 60_000) + "*/",
		"blanks":    strings.Repeat(" ", 120_000),
		"regexps":   strings.Repeat("/a/;", 9_000),
		"marks":     strings.Repeat(";", 120_000),
		"arrows":    strings.Repeat("()=>", 200) + "1;" + strings.Repeat("()=>1;", 9_000),
		"brackets":  strings.Repeat(strings.Repeat("[", 200)+"a,"+strings.Repeat("]", 200)+";", 90),
	} {
		if have := hint(t, rt, "const a = 1;\n"+text+"tools.reed({})"); have != missingReed {
			t.Errorf("%s: %q", name, have)
		}
	}
	// A name that stands too often is not followed.
	if have := hint(t, rt, strings.Repeat("tools,", 20_000)+"tools.reed()"); have != notFunction {
		t.Errorf("many names: %q", have)
	}
	// Errors of one place are improved again, at no cost.
	again := "let m; for (let i = 0; i < 2_000; i++) try { tools.reed({}) } catch (e) { m = e.message } throw new TypeError(m)"
	if have := hint(t, rt, again); have != missingReed {
		t.Errorf("again: %q", have)
	}
}
