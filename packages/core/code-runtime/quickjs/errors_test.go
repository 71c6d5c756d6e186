package quickjs_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// frames are what tests of errors leave out.
var frames = regexp.MustCompile(`(?m)\n +at .*?(,| \{)?$`)

// failing answers every call with a failure.
func failing(names ...string) coderuntime.Namespace {
	n := noop(names...)
	n.Invoke = func(c *coderuntime.Call) { c.Reject("boom") }
	return n
}

// errorCases are programs that make an error e, what the console shows of it
// without its frames, and what of it ends a program.
var errorCases = map[string]struct{ program, console, thrown string }{
	"plain":       {"const e = new Error('a')", "Error: a", "Error: a"},
	"name set":    {"const e = new Error('a'); e.name = 'TimeoutError'", "TimeoutError: a", "TimeoutError: a"},
	"message set": {"const e = new Error('a'); e.message = 'config: ' + e.message", "Error: config: a", "Error: config: a"},
	"set by the class": {"class V extends Error { constructor(m) { super(m); this.name = " +
		"'V' } } const e = new V('x')", "V: x", "V: x"},
	"field": {"class F extends Error { name = 'Field' } const e = new F('x')", "Field: x", "Field: x"},
	"on the prototype": {"class P extends Error {} P.prototype.name = 'Proto'; const e = " +
		"new P('x')", "Proto: x", "Proto: x"},
	"another class": {"class A extends Error { name = 'ValidationError' } const e = new " +
		"A('x')", "ValidationError: x", "ValidationError: x"},
	"no name":           {"class Foo extends TypeError {} const e = new Foo('ty')", "Foo [TypeError]: ty", "TypeError: ty"},
	"name in the class": {"class FooError extends Error {} const e = new FooError('x')", "FooError: x", "Error: x"},
	"name is a getter": {"class G extends Error { get name() { return 'Getter' } } const e " +
		"= new G('x')",
		"Getter: x", "Getter: x"},
	"name is a private matter": {"class S extends Error { #n = 'S'; get name() { return " +
		"this.#n } } const e = new S('x')",
		"S [Error]: x", "S: x"},
	"late getter": {"const e = new Error('x'); Object.defineProperty(e, 'name', { get() { " +
		"console.log('ran'); return 'N' } }); " +
		"const log = console.log; console.log = (x) => log(x)", "Error: x", "N: x"},
	"extra": {"const e = Object.assign(new Error('x'), { name: 'N', code: 7 })", "N: x {\n  code: 7\n}", "N: x"},
	"lines": {"const e = new Error('x\\ny'); e.name = 'N'", "N: x\ny", "N: x\ny"},
	"rethrown": {"let e; try { try { null.x } catch (f) { f.message = 'in y: ' + " +
		"f.message; throw f } } catch (g) { e = g }", "TypeError: in y: cannot read property 'x' of null", "TypeError: in y: cannot read property 'x' of null"},
	"stack read once": {"const e = new Error('x'); e.stack; e.name = 'N'", "N: x", "N: x"},
	"stack assigned": {"const e = new Error('x'); e.stack = 'mine\\n    at y'; e.name = " +
		"'mine'", "mine", "mine"},
	"stack captured": {"const e = new Error('x'); e.name = 'N'; Error.captureStackTrace(e)", "N: x", "N: x"},
	"captured by the class": {"class C extends Error { constructor(m) { super(m); " +
		"Error.captureStackTrace(this, C); this.name = 'C' } } " +
		"const e = new C('x'); e.message += 'y'", "C: xy", "C: xy"},
	"captured over another": {"const e = new Error('x'); e.stack = 'mine'; " +
		"Error.captureStackTrace(e)", "Error: x", "Error: x"},
	"call": {"let e; try { await tools.fail({}) } catch (f) { e = f }",
		"ToolCallError: boom {\n  toolName: 'fail'\n}", "ToolCallError: boom"},
	"call renamed": {"let e; try { await tools.fail({}) } catch (f) { e = f; e.message = " +
		"'step 2: ' + e.message }",
		"ToolCallError: step 2: boom {\n  toolName: 'fail'\n}", "ToolCallError: step 2: boom"},
	"exception": {"const e = new DOMException('x', 'AbortError')", "AbortError: x", "AbortError: x"},
	"abort": {"const c = new AbortController(); c.abort(); const e = c.signal.reason",
		"AbortError: This operation was aborted", "AbortError: This operation was aborted"},
	"nested exception": {"const e = { e: new DOMException('x', 'N'), toString: undefined }; " +
		"e.toString = () => 'it'",
		"{\n  e: N: x,\n  toString: [Function (anonymous)]\n}", "it"},
	"extra of an exception":   {"const e = Object.assign(new DOMException('x'), { n: 1 })", "Error: x {\n  n: 1\n}", "Error: x"},
	"exception without stack": {"const e = new DOMException('x', 'N'); delete e.stack", "[N: x]", "N: x"},
}

// TestErrors: the first line of an error is of its name and message as they are
// when it is looked at, in the console (P52) as where it ends the program (P28).
func TestErrors(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for name, c := range errorCases {
		r := run(t, rt, coderuntime.Request{Namespaces: []coderuntime.Namespace{failing("fail")},
			Program: c.program + "\nconsole.log(e); throw e"})
		if r.Failure == nil || r.Failure.Kind != coderuntime.KindException || len(r.Logs) == 0 {
			t.Errorf("%s: ends with %+v", name, r)
			continue
		}
		have := []string{frames.ReplaceAllString(r.Logs[0], "$1"), frames.ReplaceAllString(r.Failure.Message, "$1")}
		if diff := cmp.Diff([]string{c.console, c.thrown}, have); diff != "" {
			t.Errorf("%s (-want +have):\n%s", name, diff)
		}
	}
}

// TestStackText: whatever the engine keeps, a program sees text.
func TestStackText(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for program, want := range map[string]string{
		"const e = new Error('a'); e.name = 'N'; return e.stack":                                                                           `"N: a\n    at program (program.ts:1:15)"`,
		"const o = { name: 'N', message: 'm' }; Error.captureStackTrace(o); return o.stack":                                                `"N: m\n    at program (program.ts:1:64)"`,
		"function f() { const o = {}; Error.captureStackTrace(o, f); return o.stack } return f()":                                          `"Error\n    at program (program.ts:1:84)"`,
		"class C extends Error { constructor(m) { super(m); Error.captureStackTrace(this, C); this.name = 'C' } } return new C('x').stack": `"C: x\n    at program (program.ts:1:117)"`,
		"const e = new Error('a'); Error.captureStackTrace(e); e.name = 'N'; return typeof e.stack":                                        `"string"`,
		"try { Error.captureStackTrace(1) } catch (e) { return e.name }":                                                                   `"TypeError"`,
		"try { (function f() { f() })() } catch (e) { return e.stack }":                                                                    `"RangeError: Maximum call stack size exceeded"`,
		"return [Error.prototype.stack === undefined, Object.create(new Error).stack === undefined]":                                       `[true,true]`,
		"return [Error.captureStackTrace.name, Error.captureStackTrace.length, Object.keys(Error)]":                                        `["captureStackTrace",2,[]]`,
		"const c = structuredClone(Object.assign(new Error('m'), { name: 'N' })); return typeof c.stack":                                   `"string"`,
		"try { await tools.fail({}) } catch (e) { return e.stack }":                                                                        `"ToolCallError: boom\n    at tools.fail (native)"`,
		"try { await tools['my-tool']({}) } catch (e) { return e.stack }":                                                                  `"ToolCallError: boom\n    at tools[\"my-tool\"] (native)"`,
	} {
		r := run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{failing("fail", "my-tool")}})
		if r.Failure != nil || r.Value != want {
			t.Errorf("%s\ngives %s %+v, want %s", program, r.Value, r.Failure, want)
		}
	}
}

// TestInternalError: what a program makes of the engine's own error is an
// ordinary one; what the engine makes of it still cannot be caught (P32).
func TestInternalError(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{Budgets: coderuntime.Budgets{MaxMemoryMb: 32}})
	for thrown, want := range map[string]string{
		"new InternalError('x')": "InternalError: x",
		"InternalError('x')":     "InternalError: x",
		"new (class F extends InternalError { name = 'F' })('x')": "F: x",
		"new InternalError.prototype.constructor('x')":            "InternalError: x",
		"Reflect.construct(Error, ['x'], InternalError)":          "InternalError: x",
		"new InternalError('x', { cause: 1 })":                    "InternalError: x",
	} {
		r := run(t, rt, coderuntime.Request{Program: "throw " + thrown})
		if r.Failure == nil || r.Failure.Kind != coderuntime.KindException ||
			frames.ReplaceAllString(r.Failure.Message, "") != want {
			t.Errorf("throw %s: %+v", thrown, r)
		}
		r = run(t, rt, coderuntime.Request{Program: "try { throw " + thrown + " } catch (e) { " +
			"return e instanceof InternalError && e instanceof Error && `${e}` }"})
		if r.Failure != nil || r.Value != `"`+want+`"` {
			t.Errorf("catch %s: %s %+v", thrown, r.Value, r.Failure)
		}
	}
	for _, program := range []string{
		"const a = []; for (;;) a.push(new Uint8Array(1e6))",
		"try { const a = []; for (;;) a.push(new Uint8Array(1e6)) } catch { return 1 }",
		"try { const a = []; for (;;) a.push('x'.repeat(1e5) + a.length) } finally { return 1 }",
		"globalThis.InternalError = Error; const a = []; for (;;) a.push(new Array(1e5).fill(1))",
	} {
		r := run(t, rt, coderuntime.Request{Program: program})
		if r.Failure == nil || r.Failure.Kind != coderuntime.KindWorkerExit {
			t.Errorf("%s: %+v", program, r)
		}
	}
}
