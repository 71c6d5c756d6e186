package quickjs_test

import (
	"context"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// bareLibrary is the least that carries calls over the border: the engine's
// own JSON, no checks. What it costs is the floor for a call.
const bareLibrary = `(function (host) {
const pending = new Map();
let last = 0;
const call = (argument) => new Promise((resolve, reject) => {
  pending.set(++last, { resolve, reject });
  host(0, last, 0, JSON.stringify(argument));
});
const start = (program) => {
  globalThis.tools = { noop: call };
  program().then((v) => host(2, 0, JSON.stringify(v), ''));
};
const settle = (what, text) => {
  const id = (what - what % 4) / 4;
  const call = pending.get(id);
  pending.delete(id);
  call.resolve(JSON.parse(text));
};
return [start, settle, () => {}, (e) => String(e)];
})`

type bareEvents struct {
	calls []uint32
	done  bool
}

func (e *bareEvents) Call(id uint32, _, _ int, _ string) error {
	e.calls = append(e.calls, id)
	return nil
}
func (e *bareEvents) Log([]byte) error { return nil }
func (e *bareEvents) Done(engine.Ending, []byte, string) error {
	e.done = true
	return nil
}
func (e *bareEvents) Timer(float64) {}

// bareEngine gives a function that runs a program on the bare library.
func bareEngine(b *testing.B) func(program string) {
	b.Helper()
	ctx := context.Background()
	host, err := guest.NewHost(ctx, guest.Options{CacheDir: cacheDir(b)})
	if err != nil {
		b.Fatal(err)
	}
	m, err := engine.NewMachine(ctx, host, blob.Engine(), engine.Library{Source: bareLibrary, Name: "bare"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := m.Close(); err != nil {
			b.Error(err)
		}
		if err := host.Close(ctx); err != nil {
			b.Error(err)
		}
	})
	return func(program string) { runBare(b, ctx, m, program) }
}

func runBare(b *testing.B, ctx context.Context, m *engine.Machine, program string) {
	b.Helper()
	events := &bareEvents{}
	meter := &guest.Meter{Compute: time.Hour}
	meter.Enter()
	w, err := m.Start(ctx, engine.Params{Meter: meter, Sources: m.Sources(), Events: events,
		Memory: 512 << 20})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Run("(async function () {"+program+"\n})", "bare.js", "{}"); err != nil {
		b.Fatal(err)
	}
	for !events.done {
		if err := w.Turn(func() bool { return events.done }); err != nil {
			b.Fatal(err)
		}
		calls := events.calls
		events.calls = nil
		for _, id := range calls {
			if err := w.Settle(id, engine.SettleJSON, `"ok"`); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
}
