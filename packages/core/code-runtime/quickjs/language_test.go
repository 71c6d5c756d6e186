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
		"proxy":     "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x",
		"sort":      "const f = () => [2, 1].sort(f); f()",
		"replace":   "const f = () => 'a'.replace(/a/, f); f()",
		"reviver":   "const f = () => JSON.parse('[1]', f); f()",
		"spread":    "const f = (...a) => f(...a, 1); f()",
		"apply":     "const f = () => Reflect.apply(f, null, []); f()",
		"generator": "function* g() { yield* g() } [...g()]",
		"bound":     "let f = () => f(); for (let i = 0; i < 9; i++) f = f.bind(null); const g = () => f.call(g()); g()",
		"eval":      "const f = () => eval('f()'); f()",
		"iterator":  "const o = { [Symbol.iterator]() { return [...o] } }; [...o]",
		"regexp":    "const f = () => 'a'.search({ [Symbol.search]: f }); f()",
		"instance":  "const f = { [Symbol.hasInstance]: () => 1 instanceof f }; 1 instanceof f",
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

// TestBuiltinsAtTheEndOfTheStack: whatever the engine does where hardly any stack is left
// is an error of the program at most (T4).
func TestBuiltinsAtTheEndOfTheStack(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const program = `const nested = '['.repeat(5e4) + ']'.repeat(5e4), groups = '('.repeat(5e4), list = [3, 1, 2];
const steps = [() => JSON.parse(nested), () => new RegExp(groups), () => /(a|(b|(c|d)*)*)*$/.exec('abcd'.repeat(50)),
  () => eval(groups), () => new Function('return ' + nested), () => structuredClone([[[[{ a: new Map([[1, [2]]]) }]]]]),
  () => list.toSorted((a, b) => a - b), () => (123456.789).toLocaleString('de-DE'), () => 'é'.normalize('NFD'),
  () => new Date().toString(), () => 2n ** 999n / 7n, () => [..."abc"].map((x) => x.localeCompare('b')),
  () => console.log({ a: [new Map([[1, { b: [[[1]]] }]]), new Error('x')] }), () => new URL('https://a.b/c?d=e').href,
  () => tools.noop({ a: 1, b: 'x' }), () => tools.noop({ a: [{ b: [1] }] }), () => new Proxy({}, {}).a, () => String(new Error('y').stack),
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(0), () => Promise.resolve().then(() => 1),
  () => JSON.stringify({ a: [1, { toJSON: () => [2] }] }), () => 'x'.replace(/x/g, () => 'y'), () => parseFloat('1e400')];
let deepest = 0, done = 0;
const go = (n) => { deepest = n; go(n + 1) };
try { go(0) } catch {}
for (const step of steps) {
  const near = (n) => n > 0 ? near(n - 1) : void step();
  for (let left = 0; left < 60; left++) try { near(deepest - left) } catch {}
  done++;
}
return done === steps.length`
	r := run(t, rt, coderuntime.Request{Program: program, Namespaces: []coderuntime.Namespace{noop("noop")}})
	if r.Value != "true" {
		t.Errorf("%.300v", r.Failure)
	}
}

// TestDepth: what recursion an ordinary program may count on.
func TestDepth(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		"const depth = (n) => n === 0 ? 0 : 1 + depth(n - 1); return depth(3000)": "3000",
		"let t = []; for (let i = 0; i < 900; i++) t = [t]; const depth = (t) => 1 + Math.max(0, " +
			"...t.map(depth)); return depth(t)": "901",
		"const depth = async (n) => n === 0 ? 0 : 1 + await depth(n - 1); return depth(1500)": "1500",
	} {
		if r := run(t, rt, coderuntime.Request{Program: program}); r.Value != want {
			t.Errorf("%s: %+v", program, r)
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
