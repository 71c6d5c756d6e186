package quickjs_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestFewMembers: the argument of a call is the JSON text that the engine writes,
// whichever way it goes: objects of few scalars are written by the host.
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
	var have []string
	space := noop("noop")
	space.Invoke = func(c *coderuntime.Call) {
		have = append(have, c.Argument())
		c.Resolve("1")
	}
	r := run(t, rt, coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{space}})
	if want := 5 * 14 * 6; r.Failure != nil || len(have) != want ||
		len(r.Logs) != want {
		t.Fatalf("%d calls and %d entries, want %d: %+v", len(have), len(r.Logs), want, r.Failure)
	}
	for i := range have {
		if have[i] != r.Logs[i] {
			t.Errorf("the argument is %s, want %s", have[i], r.Logs[i])
		}
	}
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
