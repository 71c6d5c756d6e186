package runtimetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

func descriptors(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	if l := rt.Language(); l != "typescript" {
		t.Errorf("language %q, want typescript", l)
	}
	if rt.Isolation() == "" {
		t.Error("the isolation label is empty")
	}
}

func outcomes(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	values := map[string]string{
		"return 1":    "1",
		"return null": "null",
		"return":      "",
		"":            "",
		"return { b: 1, a: [true, 'x', 1e21, 1e-7], 10: 2, 9: 3 }": `{"9":3,"10":2,"b":1,"a":[true,"x",1e+21,1e-7]}`,
		"return '\\ud800<&>\\u2028\\n'":                            "\"\\ud800<&>\u2028\\n\"",
		"const x: number = await Promise.resolve(4); return x":     "4",
		"return JSON.parse('{\"__proto__\":1}')":                   `{"__proto__":1}`,
	}
	for program, want := range values {
		wantValue(t, program, run(t, rt, program), want)
	}
	failures := map[string]coderuntime.Kind{
		"throw new Error('x')": coderuntime.KindException,
		"const = 1":            coderuntime.KindException,
		"enum E { A }":         coderuntime.KindException,
		"}; globalThis.out = 1; async function f() {": coderuntime.KindException,
		"return new Date()":                           coderuntime.KindInvalidOutput,
		"return -0":                                   coderuntime.KindInvalidOutput,
		"return () => 1":                              coderuntime.KindInvalidOutput,
		"Promise.reject(1); await new Promise(r => setTimeout(r, 50))": coderuntime.KindException,
	}
	for program, kind := range failures {
		wantKind(t, program, run(t, rt, program), kind)
	}
	r := run(t, rt, "console.log('a', 1); console.error('b\\nc'); throw 'bad'")
	if !slices.Equal(r.Logs, []string{"a 1", "b\nc"}) || r.Failure == nil ||
		r.Failure.Message != "bad" {
		t.Errorf("logs %q, failure %+v", r.Logs, r.Failure)
	}
}

func misuse(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, global := range []string{"", "a-b", "await", "console", "None", "$"} {
		n := tools()
		n.Global = global
		_, err := rt.Run(ctx, coderuntime.Request{Program: "return 1",
			Namespaces: []coderuntime.Namespace{n}})
		if coderuntime.CodeOf(err) == "" {
			t.Errorf("global %q: error %v has no code", global, err)
		}
	}
}

func members(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	values := map[string]string{
		"return await Promise.all(Object.keys(tools).slice(3).map((n) => tools[n](n)))": `["__proto__","constructor","","ä.b"]`,
		"return [typeof tools.hasOwnProperty, typeof tools.nope, 'echo' in tools]":      `["undefined","undefined",true]`,
		"try { tools.echo = 1 } catch (e) { return e instanceof TypeError }":            "true",
		"try { delete tools.echo } catch (e) { return e instanceof TypeError }":         "true",
		"const { echo } = tools; return echo(7, 8)":                                     "7",
	}
	for program, want := range values {
		wantValue(t, program, run(t, rt, program), want)
	}
	wantKind(t, "tools.nope()", run(t, rt, "tools.nope()"), coderuntime.KindException)
}

func calls(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	values := map[string]string{
		"const a = { v: 1 }; const p = tools.echo(a); a.v = 2; return await p":           `{"v":1}`,
		"return await tools.echo({ b: 1, a: '\\ud800' })":                                `{"b":1,"a":"\ud800"}`,
		"const v = await tools.echo([1]); v.push(2); return v":                           "[1,2]",
		"let v = []; for (let i = 1; i < 5000; i++) v = [v]; return await tools.echo(v)": deep,
		"return tools.fail({}).catch((e) => [e instanceof ToolCallError, e instanceof Error, " +
			"e.name, e.toolName, e.message, String(e)])": `[true,true,"ToolCallError","fail","it failed","ToolCallError: it failed"]`,
		"return tools.echo(undefined).catch((e) => [e.toolName, /lossless JSON/.test(e.message)])": `["echo",true]`,
		"return tools.lossy({}).catch((e) => /lossless " +
			"JSON/.test(e.message))": "true",
		"Object.prototype.then = undefined; Map.prototype.get = JSON.parse = Promise.prototype.then" +
			" = null; return await tools.echo({ a: 1 })": `{"a":1}`,
		"Promise.prototype.constructor = null; return 1": "1",
		"Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } }); return await " +
			"tools.echo({ a: 1 })": `{"a":1}`,
	}
	for program, want := range values {
		wantValue(t, program, run(t, rt, program), want)
	}
}

func classless(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	n := tools()
	n.ErrorClass = nil
	const program = "return tools.fail({}).catch((e) => [e instanceof Error, e.constructor === Error, e.name, " +
		"e.message, Object.keys(e), typeof ToolCallError])"
	r, err := rt.Run(t.Context(), coderuntime.Request{Program: program, Namespaces: []coderuntime.Namespace{n}})
	if err != nil {
		t.Fatal(err)
	}
	wantValue(t, program, r, `[true,true,"Error","it failed",[],"undefined"]`)
}

func order(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	var seen []string
	n := tools()
	n.Invoke = func(c *coderuntime.Call) {
		seen = append(seen, c.Argument())
		c.Resolve("null")
	}
	program := "tools.echo(1); tools.echo(2); await tools.echo(3); await tools.echo(4)"
	r, err := rt.Run(t.Context(), coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{n}})
	if err != nil || r.Failure != nil {
		t.Fatal(err, r.Failure)
	}
	if !slices.Equal(seen, []string{"1", "2", "3", "4"}) {
		t.Errorf("calls arrived as %v", seen)
	}
}
