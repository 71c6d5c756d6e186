package quickjs_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestFewMembers: the argument of a call is the JSON text that the engine writes,
// whichever way it goes: objects of scalars are written by the host.
func TestFewMembers(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	program := `
const names = ["a", "b c", "__proto__", "7", "constructor", "\u00e9\"\n"];
const values = ['text', '', 'a"b\\c\n\u0001\u2028é€😀', '\ud800', '\udc00x\ud83d', 0, -1.5, 1e21,
  5e-324, true, false, null, [1], { a: { b: 'c' } }];
for (let n = 0; n < 5; n++) {
  for (let i = 0; i < values.length * names.length; i++) {
    const o = i % 2 ? {} : Object.create(null);
    for (let k = 0; k < n; k++) {
      const value = values[(i * 5 + k * 3) % values.length];
      Object.defineProperty(o, names[(i + k) % names.length],
        { enumerable: true, configurable: true, writable: true, value });
    }
    console.log(JSON.stringify(o));
    await tools.noop(o);
  }
}`
	asLogged(t, rt, program, 5*14*6)
}

// asLogged runs a program that logs the text of each argument.
func asLogged(t *testing.T, rt *quickjs.Runtime, program string, want int) {
	t.Helper()
	var have []string
	space := noop("noop")
	space.Invoke = func(c *coderuntime.Call) {
		have = append(have, c.Argument())
		c.Resolve("1")
	}
	r := run(t, rt, coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{space}})
	if r.Failure != nil || len(have) != want || len(r.Logs) != want {
		t.Fatalf("%d calls and %d entries, want %d: %+v", len(have), len(r.Logs), want, r.Failure)
	}
	for i := range have {
		if have[i] != r.Logs[i] {
			t.Errorf("the argument is %s, want %s", have[i], r.Logs[i])
		}
	}
}

// TestNumbersOfArguments: numbers are written as the engine writes them.
func TestNumbersOfArguments(t *testing.T) {
	t.Parallel()
	asLogged(t, open(t, quickjs.Config{}), `
const bits = new DataView(new ArrayBuffer(8));
const edges = [0, 1, 2147483647, 2147483648, -2147483648, -2147483649, 2 ** 53, 1e20, 1e21, 123456789e13,
  999999999999999999999, 1e-6, 1e-7, 0.000001234, 1.7976931348623157e308, 5e-324, 0.1 + 0.2, 1e22, 1e100];
for (let i = 0; i < 1000; i++) {
  let x = edges[i];
  while (x === undefined || x - x !== 0) {
    bits.setUint32(0, Math.random() * 2 ** 32);
    bits.setUint32(4, Math.random() * 2 ** 32);
    x = i % 2 ? bits.getFloat64(0) : Math.round(Math.random() * 10 ** (i % 23)) / 10 ** (i % 7);
  }
  console.log(JSON.stringify({ x }));
  await tools.noop({ x });
}`, 1000)
}

// TestCallsWhileReading: a getter of an argument may make calls of its own.
func TestCallsWhileReading(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	var have []string
	space := noop("a", "b")
	space.Invoke = func(c *coderuntime.Call) {
		have = append(have, c.Member()+c.Argument())
		c.Resolve(c.Argument())
	}
	r := run(t, rt, coderuntime.Request{Namespaces: []coderuntime.Namespace{space}, Program: `
const inner = [];
const call = () => { inner.push(tools.b({ y: inner.length })); return 'read' };
const outer = tools.a({
  first: 'x', get second() { return call() }, get third() { return call() } });
return [await outer, ...await Promise.all(inner)]`})
	const want = `b{"y":0} b{"y":1} a{"first":"x","second":"read","third":"read"}`
	if got := strings.Join(have, " "); r.Failure != nil || got != want {
		t.Errorf("calls %s, want %s: %+v", got, want, r.Failure)
	}
	if want := `[{"first":"x","second":"read","third":"read"},{"y":0},{"y":1}]`; r.Value != want {
		t.Errorf("values %s, want %s", r.Value, want)
	}
}
