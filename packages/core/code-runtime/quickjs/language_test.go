package quickjs_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestRecursion: endless recursion is an ordinary error, which a program can
// catch and go on after, in its own code as in functions it hands to built-ins
// (P31).
func TestRecursion(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for name, loop := range map[string]string{
		"direct":    "const f = () => f(); f()",
		"mutual":    "const a = () => b(), b = () => a(); a()",
		"getter":    "const o = { get x() { return o.x } }; o.x",
		"callback":  "const f = () => [1].map(f); f()",
		"toString":  "const o = { toString() { return `${o}` } }; `${o}`",
		"toJSON":    "const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)",
		"construct": "class C { constructor() { new C() } } new C()",
	} {
		r := run(t, rt, coderuntime.Request{Program: "let caught; try { " + loop + " } catch (e) { " +
			"caught = e } return caught instanceof RangeError && [1, 2].map((n) => n + 1).length"})
		if r.Failure != nil || r.Value != "2" {
			t.Errorf("%s: caught, the program ends with %s %+v", name, r.Value, r.Failure)
		}
		r = run(t, rt, coderuntime.Request{Program: loop})
		if r.Failure == nil || r.Failure.Kind != coderuntime.KindException ||
			!strings.HasPrefix(r.Failure.Message, "RangeError: Maximum call stack size exceeded") {
			t.Errorf("%s: not caught, the program ends with %s %.200v", name, r.Value, r.Failure)
		}
	}
}

// TestEval: code made of text works in the program's own world, and sees no more
// than that (P43).
func TestEval(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		"const n = 20; return eval('n + 1')":                                               "21",
		"return (0, eval)('typeof n')":                                                     `"undefined"`,
		"globalThis.n = 5; return new Function('a', 'return a + n')(2)":                    "7",
		"const F = (async () => {}).constructor; return await new F('return await 3')()":   "3",
		"const G = (function* () {}).constructor; return [...new G('yield 1; yield 2')()]": "[1,2]",
		"return new Function('return this === globalThis')()":                              "true",
		"return (0, eval)('tools.noop') === tools.noop":                                    "true",
		"return new Function('return [typeof process, typeof host]')()":                    `["undefined","undefined"]`,
	} {
		r := run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{noop("noop")}})
		if r.Failure != nil || r.Value != want {
			t.Errorf("%s\ngives %s %+v, want %s", program, r.Value, r.Failure, want)
		}
	}
	r := run(t, rt, coderuntime.Request{Program: "return eval('1 +')"})
	if r.Failure == nil || !strings.HasPrefix(r.Failure.Message, "SyntaxError") {
		t.Errorf("malformed text gives %s %+v", r.Value, r.Failure)
	}
}

// TestRepeat: repeating one character often is what repeating is, only faster.
func TestRepeat(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		`const bad = [];
for (const [s, n] of [['x', 8192], ['x', 8193], ['x', 8193.9], ['é', 12288], ['€', 100001], ['ab', 20000], ['', 1e6], ['x', 3]]) {
  const r = s.repeat(n);
  if (r !== Array(Math.trunc(n) + 1).join(s)) bad.push([s, n, r.length]);
}
return bad`: "[]",
		"return ['x'.repeat.name, 'x'.repeat.length, 'prototype' in 'x'.repeat, Object.keys(String.prototype)]": `["repeat",1,false,[]]`,
		"return String.prototype.repeat.call(7, 9000).length + 'x'.repeat('9000').length":                       "18000",
		"try { 'x'.repeat(2 ** 31) } catch (e) { return `${e}` }":                                               `"RangeError: string too long"`,
		"try { 'x'.repeat(Infinity) } catch (e) { return `${e}` }":                                              `"RangeError: invalid repeat count"`,
		"try { ''.repeat.call(null, 9000) } catch (e) { return e.name }":                                        `"TypeError"`,
	} {
		r := run(t, rt, coderuntime.Request{Program: program})
		if r.Failure != nil || r.Value != want {
			t.Errorf("%s\ngives %s %+v, want %s", program, r.Value, r.Failure, want)
		}
	}
}
