package runtimetest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// driver answers calls when it is driven, and elsewhere once it is detached.
type driver struct {
	mu    sync.Mutex
	queue []*coderuntime.Call
	seen  []string // the methods that were called, each once
	hangs func()   // when set, what Drive does
	most  int      // how many calls have waited at once
	stop  chan struct{}
}

func newDriver() *driver { return &driver{stop: make(chan struct{})} }

func (d *driver) note(method string) {
	if !slices.Contains(d.seen, method) {
		d.seen = append(d.seen, method)
	}
}

func (d *driver) saw(method string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Contains(d.seen, method)
}

func (d *driver) Attach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note("Attach")
}

func (d *driver) Drive() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note("Drive")
	if d.hangs != nil {
		d.mu.Unlock()
		d.hangs()
		d.mu.Lock()
		return false
	}
	if len(d.queue) == 0 {
		return false
	}
	d.answer()
	return true
}

func (d *driver) Detach() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.note("Detach")
	for len(d.queue) > 0 {
		d.answer()
	}
}

func (d *driver) Stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.seen, "Stop") {
		close(d.stop)
	}
	d.note("Stop")
}

func (d *driver) answer() {
	d.queue[0].Resolve(d.queue[0].Argument())
	d.queue = d.queue[1:]
}

func (d *driver) invoke(c *coderuntime.Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queue = append(d.queue, c)
	d.most = max(d.most, len(d.queue))
	if !slices.Contains(d.seen, "Attach") { // a provider without drivers
		d.answer()
	}
}

func (d *driver) request(program string) coderuntime.Request {
	n := tools()
	n.Invoke = d.invoke
	return coderuntime.Request{Program: program, Namespaces: []coderuntime.Namespace{n}, Driver: d}
}

func drivers(t *testing.T, open Open) {
	rt := open(t, coderuntime.Budgets{})
	cases := []struct{ program, want, method string }{
		{"let n = 0; for (let i = 0; i < 50; i++) n += await tools.echo(i); return n", "1225", "Drive"},
		{"return (await Promise.all([1, 2, 3].map((i) => tools.echo(i)))).length", "3", "Drive"},
		{"return Promise.race([tools.echo(1), new Promise((r) => setTimeout(r, 60_000))])", "1", "Detach"},
		{"const p = tools.echo(1); for (const t = Date.now(); Date.now() < t + 50;); return p", "1", "Detach"},
		{"tools.echo(1); return 2", "2", "Detach"},
		{"return 3", "3", ""},
	}
	for _, c := range cases {
		d := newDriver()
		r, err := rt.Run(t.Context(), d.request(c.program))
		if err != nil {
			t.Fatal(err)
		}
		wantValue(t, c.program, r, c.want)
		if d.saw("Attach") && c.method != "" && !d.saw(c.method) {
			t.Errorf("%s\nthe driver saw %v, not %s", c.program, d.seen, c.method)
		}
	}
	stopped(t, rt)
	busy(t, rt)
	closed(t, open(t, coderuntime.Budgets{}))
}

// stopped cancels a program while it is driven.
func stopped(t *testing.T, rt coderuntime.Runtime) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	d := newDriver()
	d.hangs = func() {
		cancel(errors.New("enough"))
		<-d.stop
	}
	aborted(t, ctx, rt, d)
}

// closed closes the runtime from within a driver: that must not wait for the
// goroutine which it is on (P9, P10).
func closed(t *testing.T, rt coderuntime.Runtime) {
	t.Helper()
	d := newDriver()
	d.hangs = func() {
		within(t, func(ctx context.Context) {
			if err := rt.Close(ctx); err != nil {
				t.Errorf("Close on the goroutine of a program: %v", err)
			}
		})
	}
	aborted(t, t.Context(), rt, d)
}

// aborted runs a program that ends while it is driven.
func aborted(t *testing.T, ctx context.Context, rt coderuntime.Runtime, d *driver) {
	t.Helper()
	const program = "await tools.echo(1); return 1"
	r, err := rt.Run(ctx, d.request(program))
	if err != nil {
		t.Fatal(err)
	}
	if d.saw("Drive") {
		wantKind(t, program, r, coderuntime.KindAbort)
	}
}

// busy makes calls for a while: they have to go on meanwhile.
func busy(t *testing.T, rt coderuntime.Runtime) {
	t.Helper()
	d := newDriver()
	const program = "const all = []; const start = Date.now(); while (Date.now() < start + 400) { " +
		"all.push(tools.echo(1)); for (const t = performance.now() + 1; performance.now() < t;); } " +
		"await Promise.all(all); return 1"
	r, err := rt.Run(t.Context(), d.request(program))
	if err != nil {
		t.Fatal(err)
	}
	wantValue(t, program, r, "1")
	if d.saw("Attach") && d.most > 200 {
		t.Errorf("the first of the calls of a busy program waited for %d others", d.most)
	}
}
