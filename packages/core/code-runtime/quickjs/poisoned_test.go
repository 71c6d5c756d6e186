package quickjs_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// poisons are what a program may put behind the indexes of all lists.
var poisons = map[string]string{
	"read only of lists": poison("Array", "get() { return 'poison' }"),
	"read only of all":   poison("Object", "get() { return 'poison' }"),
	"throwing of lists": poison("Array", "get() { throw new Error('get') }, set() { throw "+
		"new Error('set') }"),
	"throwing of all": poison("Object", "get() { throw new Error('get') }, set() { "+
		"throw new Error('set') }"),
	"swallowing of lists": poison("Array", "get() { return 'poison' }, set() {}"),
	"swallowing of all":   poison("Object", "get() { return 'poison' }, set() {}"),
	"values that stay":    poison("Object", "value: 'poison', writable: false"),
	"names of options": "for (const k of ['locale', 'style', 'currency', 'notation', " +
		"'hourCycle', 'hour12', 'year', 'isWordLike', 'value', " +
		"'type', 'text', 'length', 'frames', 'name', 'prototype']) " +
		"Object.defineProperty(Object.prototype, k, { __proto__: null, configurable: true, " +
		"set() { throw new Error(k) } });",
	iteration: "const next = Object.getPrototypeOf([][Symbol.iterator]()); " +
		"Array.prototype[Symbol.iterator] = function () { console.log('iterated'); return { " +
		"next } };",
	"traps behind lists": "Object.setPrototypeOf(Array.prototype, new " +
		"Proxy(Object.prototype, { set() { throw new Error('set') }, " +
		"get(t, k, r) { if (k in [0, 1, 2, 3]) throw new Error('get'); return " +
		"Reflect.get(t, k, r) } }));",
}

// iteration is the poison of what goes through lists by itself, as some of the
// programs do.
const iteration = "iteration of lists"

var iterating = []string{"console", "console errors", "clone others", "encoding"}

func poison(owner, descriptor string) string {
	return fmt.Sprintf("for (let i = 0; i < 9; i++) Object.defineProperty(%s.prototype, i, "+
		"{ __proto__: null, configurable: true, %s });", owner, descriptor)
}

// poisonedPrograms use every part of the library that keeps lists.
var poisonedPrograms = map[string]string{
	"value":         "return { a: [1, [2, { b: [3] }]], c: {}, d: 'x', 0: { 1: [null, true] } }",
	"list":          "return [[1, 2, 3], ['a'], [[]], [{}]]",
	"deep value":    "let v = 1; for (let i = 0; i < 300; i++) v = i % 2 ? [v] : { v }; return v",
	"flat":          "return { a: 1, b: 'x' }",
	"argument":      "return await tools.echo({ a: [1, [2, { b: [3] }]], 0: { 1: [null] } })",
	"flat argument": "return await tools.echo({ a: 1, b: 'x', 0: 2 })",
	"list argument": "return await tools.echo([1, { a: [2] }])",
	"deep argument": "let v = 1; for (let i = 0; i < 300; i++) v = [v]; return await tools.echo(v)",
	"many calls": "const a = tools.echo([1]), b = tools.echo([2]); return { a: await a, b: " +
		"await b }",
	"lossy":       "try { await tools.echo([[1], [undefined]]) } catch (e) { return e.message }",
	"lossy value": "return [[{ a: [1n] }]]",
	"failure":     "try { await tools.fail([1]) } catch (e) { console.log(e); return e.message }",
	"missing":     "tools.ehco([1])",
	"thrown":      "throw new TypeError('x', { cause: 1 })",
	"console": "console.log(1, 'a', [1, 2, [3, { a: [4] }]], { a: 1, 0: [2] }, new Map([[1, " +
		"{ a: [2] }]]), new Set([[1]]), /a/g, " +
		"new Date(0), null, undefined, 1n, [1, 2, 3, 4, 5, 6, 7, 8, 9], new " +
		"Uint8Array([1, 2]), 'x', Symbol('s'), new ArrayBuffer(2))",
	"console nested": "console.log([[[[[[[1]]]]]], { a: { b: { c: { d: { e: { f: 1 } } } } " +
		"} }]); const o = {}; o.o = o; console.log(o)",
	"console text": "console.log([\"it's\", 'a\\nb', 'x'.repeat(200)])",
	"console others": "console.error([1]); console.warn({ a: [1] }); console.dir([1], { " +
		"depth: 0 }); console.table([{ a: 1 }, { b: 2 }]); " +
		"console.table([[1, 2], [3]]); console.group('g', [1]); console.info([1]); " +
		"console.groupEnd(); console.assert(false, [1]); console.count()",
	"console errors": "console.log(new Error('x', { cause: [1] }), new AggregateError([1], " +
		"'m'), [new DOMException('x')])",
	"console iterators": "const m = new Map().set('a', 1).set('b', [2]); const i = " +
		"m.values(); i.next(); console.log(m.keys(), i, m.entries())",
	"clone":        "return structuredClone({ a: [1, [2]], m: 1, d: [{ e: [] }] })",
	"clone others": "const c = structuredClone([new Map([[1, [2]]]), new Set([[1]]), new Date(0), /a/g, new Uint8Array([1]), new Error('x')]); console.log(c[0], c[1], c[2], c[3], c[4], `${c[5]}`)",
	"timers": "const out = { n: 0 }; setTimeout((a, b) => { out.n += a + b }, 1, 2, 3); " +
		"setTimeout((a) => { out.n += a }, 1, 4); const t = setInterval((a) => { out.n += a }, " +
		"1, 5); await new Promise((r) => setTimeout(r, 20)); clearInterval(t); return out.n > 9",
	"microtasks": "let n = 0; queueMicrotask(() => { n++ }); setImmediate((a) => { n += a " +
		"}, 2); await new Promise((r) => setTimeout(r, 5)); return n",
	"url": "const u = new URL('https://me:pw@a.b.c:81/x/../y/z?q=1&r=%20a+b&q=2#h'); " +
		"u.searchParams.append('s', 'ü'); return { h: u.href, q: u.searchParams.getAll('q'), e: " +
		"Object.fromEntries(u.searchParams), n: u.searchParams.size, host: u.hostname }",
	"url others": "const a = new URL('http://[::1]:80/'), b = new URL('../q', " +
		"'http://1.2.3.4/a/b/c'), c = new URL('http://bücher.de/ü?ä'); return { a: a.href, b: " +
		"b.href, c: c.href, d: URL.canParse('x'), s: new " +
		"URLSearchParams('b=1&a=2&b=3').toString() }",
	"url console": "console.log(new URL('https://a.b/c?d=e'), new " +
		"URLSearchParams('a=1&b=2'))",
	"search": "const s = new URLSearchParams({ b: '1', a: '2' }); s.append('c', '3'); " +
		"s.set('b', '4'); s.sort(); s.delete('c'); let t = ''; s.forEach((v, k) => { t += k + v " +
		"}); return t + s",
	"intl number": "return { a: (1234567.891).toLocaleString(), b: new " +
		"Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(1234.5), " +
		"c: (0.256).toLocaleString('en-US', { style: 'percent' }), d: new " +
		"Intl.NumberFormat('en', { notation: 'compact' }).format(12345), e: " +
		"(12).toLocaleString('en-IN', { minimumFractionDigits: 2 }) }",
	"intl date": "const d = new Date(1e12); return { a: d.toLocaleString(), b: " +
		"d.toLocaleDateString('en-US', { weekday: 'long', year: 'numeric', month: 'long', day: " +
		"'numeric' }), c: d.toLocaleTimeString('de-DE'), " +
		"d: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', " +
		"timeZone: 'UTC' }).format(d), e: new Intl.DateTimeFormat('en', { timeZone: " +
		"'+02:00' }).format(d) }",
	"intl parts": "return { a: new Intl.NumberFormat('en').formatToParts(1234.5), b: new " +
		"Intl.DateTimeFormat('en').formatToParts(new Date(0)), c: " +
		"Intl.NumberFormat.supportedLocalesOf('en'), o: new Intl.NumberFormat('en', { style: " +
		"'currency', currency: 'USD' }).resolvedOptions(), p: new Intl.DateTimeFormat('en', { " +
		"year: 'numeric', hour: 'numeric' }).resolvedOptions() }",
	"intl text": "return { a: 'a10'.localeCompare('a9', 'en', { numeric: true }), b: " +
		"'é'.localeCompare('e', undefined, { sensitivity: 'base' }), c: new " +
		"Intl.PluralRules('en').select(1), d: new Intl.RelativeTimeFormat('en', { numeric: " +
		"'auto' }).format(-1, 'day') }",
	"intl locales": "return { a: Intl.getCanonicalLocales('EN-us'), b: " +
		"(1.5).toLocaleString(['de', 'en']), c: Intl.supportedValuesOf ? 1 : 1 }",
	"intl segments": "const s = new Intl.Segmenter('en', { granularity: 'word' " +
		"}).segment('a b')[Symbol.iterator](); return { a: s.next(), b: s.next() }",
	"encoding": "const e = new TextEncoder(), d = new TextDecoder(); const b = " +
		"e.encode('aü€😀'); return { t: d.decode(b), n: b.length, a: atob(btoa('xyz')), s: new " +
		"TextDecoder('utf-16le').decode(new Uint8Array([65, 0])), i: e.encodeInto('ab', new " +
		"Uint8Array(4)) }",
	"buffer": "const b = Buffer.from('aü'); return { h: b.toString('hex'), s: " +
		"Buffer.concat([b, Buffer.from([1, 2])]).toString('base64'), j: b.toJSON(), u: " +
		"Buffer.from('6869', 'hex').toString(), f: Buffer.alloc(4, 'ab').toString(), g: " +
		"Buffer.alloc(2, 65).indexOf(65), i: b.indexOf('a'), e: b.equals(Buffer.from('aü')), l: " +
		"Buffer.from('é', 'latin1').length, x: Buffer.from('ab', 'utf16le').toString('utf16le') " +
		"}",
	"events": "let n = 0; const t = new EventTarget(); t.addEventListener('x', () => { n++ " +
		"}); t.addEventListener('x', { handleEvent() { n += 10 } }, { once: true }); " +
		"t.dispatchEvent(new Event('x')); t.dispatchEvent(new CustomEvent('x', { detail: 1 })); " +
		"return n",
	"abort": "let n = 0; const c = new AbortController(), d = new AbortController(); " +
		"c.signal.addEventListener('abort', () => { n++ }); c.signal.onabort = () => { n += 10 " +
		"}; c.abort(); return { n, r: c.signal.reason.name, a: d.signal.aborted }",
	"random": "const u = crypto.randomUUID(); return { l: u.length, n: " +
		"crypto.getRandomValues(new Uint8Array(4)).length }",
	"stack":  "function f() { return new Error('x').stack } return f()",
	"hint":   "const { ehco } = tools; ehco()",
	"repeat": "return 'x'.repeat(9000).length",
}

// TestPoisonedIndexes: programs come to the same end where the indexes of lists
// have accessors behind them, which the library never meets (P58, T7).
func TestPoisonedIndexes(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	space := failing("echo", "fail")
	space.Invoke = func(c *coderuntime.Call) {
		if c.Member() == "fail" {
			c.Reject("boom")
		} else {
			c.Resolve(c.Argument())
		}
	}
	play := func(program string) coderuntime.Result {
		return run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{space}})
	}
	for name, program := range poisonedPrograms {
		want := play("\n" + program)
		for kind, poison := range poisons {
			if kind == iteration && slices.Contains(iterating, name) {
				continue
			}
			if diff := cmp.Diff(want, play(poison+"\n"+program)); diff != "" {
				t.Errorf("%s, %s (-want +have):\n%s", name, kind, diff)
			}
		}
	}
}
