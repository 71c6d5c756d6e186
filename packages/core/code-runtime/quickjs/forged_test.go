package quickjs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// exposed gives a runtime whose programs have the host function, and checks of
// every call that it is a declared one with valid JSON.
func exposed(t testing.TB) (*quickjs.Runtime, coderuntime.Namespace) {
	t.Helper()
	rt, err := quickjs.NewExposed(quickjs.Config{CacheDir: cacheDir(t),
		Budgets: coderuntime.Budgets{ComputeMs: 1000, MaxWallMs: 3000, MaxMemoryMb: 64,
			MaxOutputBytes: 1 << 16}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	n := noop("read", "write")
	n.Invoke = func(c *coderuntime.Call) {
		if c.Global() != "tools" || !slices.Contains(n.Members, c.Member()) ||
			coderuntime.CheckText(c.Argument()) != nil {
			t.Errorf("a forged call arrived: %q %q %q", c.Global(), c.Member(), c.Argument())
		}
		c.Resolve("1")
	}
	return rt, n
}

func TestForgedTraffic(t *testing.T) {
	t.Parallel()
	rt, n := exposed(t)
	died := coderuntime.KindWorkerExit
	cases := map[string]coderuntime.Kind{
		"host(0, 0, {}); host(2, 2, '')":   "",
		"host(9, 0, '{}'); host(2, 2, '')": "",
		"host(0, 7, {})":                   died,
		"host(9, 7, '{}')":                 died,
		"host(0, 1 << 20, {})":             died,
		"host(0, -1, {})":                  died,
		"host(0, NaN, {})":                 died,
		"host(0, 1e300, {})":               died,
		"host(9, -1, '{}')":                died,
		"host(9, 0, '{')":                  died,
		"host(9, 0, '-0')":                 died,
		"host(9, 0)":                       died,
		"host(9)":                          died,
		"host(0, 0)":                       died,
		"host(0)":                          died,
		"host()":                           died,
		"host(99)":                         died,
		"host('x', {})":                    died,
		"host(2, 0, 'no json')":            coderuntime.KindInvalidOutput,
		"host(2, 9, '')":                   died,
		"host(2, 0, '1'); host(2, 0, '2')": "",
		"host(2, 3, 'forged')":             coderuntime.KindException,
		"host(12)":                         died,
		"host(12, 5)":                      died,
		"host(13, {})":                     died,
		"host(12, {}); host(2, 2, '')":     "any",
		"host(4, 1e9)":                     died,
		"host(4, -1)":                      died,
		"host(3, NaN); await new Promise(() => {})":               coderuntime.KindTimeout,
		"host(3, 1e308); await new Promise(() => {})":             coderuntime.KindTimeout,
		"host(1, Symbol())":                                       "any",
		"host(1, { toString() { throw 1 } })":                     "any",
		"host(9, 0, { toString() { throw 1 } })":                  "any",
		"host(9, 0, Symbol())":                                    "any",
		"host(5); host(6, 1); host(7, 1); host(8, 1)":             "any",
		"host(10); host(10, 1); host(10, {})":                     "any",
		"host(11, 7, {}); host(11, 1 << 20, {}); host(11, 1, {})": "",
		"host(11, -1, {})":                                        died,
		"host(11, 1)":                                             died,
		"host(10, tools.read({})); host(10, host)":                "",
		"if (host(0, 0, new Proxy({}, {})) !== undefined) f":      "",
		"if (host(0, 0, { get a() { f } }) !== undefined) f":      "",
		"if (host(0, 0, { [Symbol()]: 1 }) !== undefined) f":      "",
		"if (host(0, 0, 'x') !== undefined) f":                    "",
		"const p = host(0, 0, {}); host(10, p); await p":          "",
		"Object.setPrototypeOf(host(0, 0, {}), null)":             "",
		"await Promise.all([host(0, 0, {}), host(9, 1, '1')])":    "",
	}
	for program, kind := range cases {
		r := run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{n}})
		switch {
		case kind == "any":
		case kind == "" && r.Failure != nil:
			t.Errorf("%s: failed with %+v", program, r.Failure)
		case kind != "" && (r.Failure == nil || r.Failure.Kind != kind):
			t.Errorf("%s: %+v %+v, want %s", program, r, r.Failure, kind)
		}
	}
	if r := run(t, rt, coderuntime.Request{Program: "return 1"}); r.Value != "1" {
		t.Errorf("the runtime is not well after forged traffic: %+v", r)
	}
}

// FuzzBoundary lets programs make sequences of forged host calls.
func FuzzBoundary(f *testing.F) {
	for _, seed := range []string{"0,0,{}", "2,0,'[1,2]'", "4,70000", "5,new Proxy({},{})",
		"0,4294967295,{a:1}", "1,'x'.repeat(1e5)", "3,-1", "8,Promise.resolve(1)", "9,0,'{}'",
		"0,1,{a:'1','\\ud800':'',get b(){return host(0,0,{})}}", "0,0,{['__proto__']:1.5e-9}",
		"10,host(0,0,{})", "11,9,{}"} {
		f.Add(seed, "2,2,''")
	}
	rt, n := exposed(f)
	f.Fuzz(func(t *testing.T, first, second string) {
		program := fmt.Sprintf("try { host(%s) } catch {} try { host(%s) } catch {} return 1",
			first, second)
		if _, err := rt.Run(t.Context(), coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{n}}); err != nil {
			t.Error(err)
		}
	})
}

// FuzzProgram runs any text as a program.
func FuzzProgram(f *testing.F) {
	for _, seed := range []string{"return 1", "const x: number = 1; return x", "}{", "`${", "/*",
		"return [...'abc'].map((c) => c.charCodeAt(0))", "for await (const x of [1]) console.log(x)",
		"class A<T> { constructor(private x: T) {} }", "a ? (b) : c => d", "return f<number>(4)",
		"\xff\xfe", "return '\\ud800'", "await tools.read({ a: [1n] })", "using x = 1"} {
		f.Add(seed)
	}
	rt := open(f, quickjs.Config{Budgets: coderuntime.Budgets{ComputeMs: 500, MaxWallMs: 2000,
		MaxMemoryMb: 64, MaxOutputBytes: 1 << 16}})
	f.Fuzz(func(t *testing.T, program string) {
		r, err := rt.Run(t.Context(), coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{noop("read")}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value != "" && coderuntime.CheckText(r.Value) != nil {
			t.Errorf("value %q is not JSON", r.Value)
		}
		if f := r.Failure; f != nil && strings.Contains(f.Message, "wasm") {
			t.Errorf("message %q", f.Message)
		}
	})
}
