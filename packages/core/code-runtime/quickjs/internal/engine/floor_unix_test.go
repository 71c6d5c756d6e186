//go:build unix

package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// bareLibrary is the least that carries calls over the border, as a library in
// JavaScript alone does it: the engine's own JSON, no checks. What it costs is the
// floor for a call.
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
const settle = (id, text) => {
  const call = pending.get(id);
  pending.delete(id);
  call.resolve(JSON.parse(text));
};
return [start, () => {}, (e) => String(e), settle, null, {}, Object.prototype];
})`

// bare is a world with the bare library.
type bare struct {
	world *World
	calls []uint32
	done  bool
	// elsewhere lets a goroutine answer each call over a channel.
	asked, answered chan uint32
}

func (*bare) Call(uint32, int, int, string) error { return nil }
func (*bare) Log([]byte) error                    { return nil }
func (*bare) Done(Ending, []byte) error           { return nil }
func (*bare) Timer(float64)                       {}
func (b *bare) host(args *arguments) (uint32, error) {
	op, err := b.world.argNumber(args[0])
	if err != nil {
		return 0, err
	}
	if op != 0 {
		b.done = true
		return b.world.box(undefined)
	}
	id, err := b.world.argNumber(args[1])
	if err == nil {
		_, err = b.world.argNumber(args[2])
	}
	if err == nil {
		_, err = b.world.in.text(args[3], b.world.room(roomText))
	}
	if err != nil {
		return 0, err
	}
	b.calls = append(b.calls, uint32(id))
	return b.world.box(undefined)
}

func bareHostCall(ctx context.Context, _ api.Module, stack []uint64) {
	w := worldOf(ctx)
	var args arguments
	for i := range min(uint32(stack[3]), maxArgs) {
		args[i], _ = w.in.memory.ReadUint32Le(uint32(stack[4]) + 4*i)
	}
	b, ok := w.events.(*bare)
	if !ok {
		panic(errForged)
	}
	result, err := b.host(&args)
	if err != nil {
		panic(err)
	}
	stack[0] = uint64(result)
}

// settle gives a call its outcome.
func (b *bare) settle(id uint32) error {
	text, err := b.world.out.newString(`"ok"`, b.world.scratch())
	if err != nil {
		return err
	}
	number, err := b.world.out.call(fnNewNumber, api.EncodeF64(float64(id)))
	if err != nil {
		return err
	}
	return b.world.call(b.world.frozen.entry[entryFailure], number, text)
}

func (b *bare) run(program string) error {
	if err := b.world.Run("(async function () {"+program+"\n})", "bare.js", "{}"); err != nil {
		return err
	}
	for !b.done {
		if err := b.world.Turn(func() bool { return b.done }); err != nil {
			return err
		}
		calls := b.calls
		b.calls = nil
		for _, id := range calls {
			if b.asked != nil {
				b.asked <- id
				id = <-b.answered
			}
			if err := b.settle(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// bareMachine is a machine whose programs have the bare library.
func bareMachine(b *testing.B) *Machine {
	b.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	ctx := context.Background()
	host, err := guest.NewHost(ctx, guest.Options{CacheDir: filepath.Join(base, "dsh-test-wasm")})
	if err != nil {
		b.Fatal(err)
	}
	env := envFunctions()
	for i := range env {
		if env[i].Name == "host_call" {
			env[i].Call = bareHostCall
		}
	}
	m, err := newMachine(ctx, host, blob.Engine(), Library{Source: bareLibrary, Name: "bare"}, env)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := errors.Join(m.Close(), host.Close(ctx)); err != nil {
			b.Error(err)
		}
	})
	return m
}

// measure runs a program on worlds of their own, and reports processor time too.
func (b *bare) measure(tb *testing.B, m *Machine, program string) {
	tb.Helper()
	ctx := context.Background()
	once := func() {
		meter := &guest.Meter{Compute: time.Hour}
		meter.Enter()
		b.done = false
		w, err := m.Start(ctx, Params{Meter: meter, Sources: m.Sources(), Events: b, Memory: 512 << 20})
		if err != nil {
			tb.Fatal(err)
		}
		b.world = w
		if err := errors.Join(b.run(program), w.Close()); err != nil {
			tb.Fatal(err)
		}
	}
	once()
	tb.ReportAllocs()
	before := processorTime(tb)
	for tb.Loop() {
		once()
	}
	tb.ReportMetric(float64(processorTime(tb)-before)/float64(tb.N)/1e3, "cpu-µs/op")
}

func processorTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkCallsSequential is the floor of a thousand calls one after another:
// answered at once, and by another goroutine over a channel.
func BenchmarkCallsSequential(b *testing.B) {
	const program = "for (let i = 0; i < 1000; i++) await tools.noop({ value: 'hello' })"
	m := bareMachine(b)
	b.Run("Floor", func(b *testing.B) { new(bare).measure(b, m, program) })
	b.Run("Elsewhere", func(b *testing.B) {
		other := &bare{asked: make(chan uint32), answered: make(chan uint32)}
		go func() {
			defer close(other.answered)
			for id := range other.asked {
				other.answered <- id
			}
		}()
		other.measure(b, m, program)
		close(other.asked)
		<-other.answered
	})
}

// BenchmarkCallsPromiseAll1000 is the floor of a thousand calls made at once.
func BenchmarkCallsPromiseAll1000(b *testing.B) {
	const program = "return (await Promise.all(Array.from({ length: 1000 }, () => " +
		"tools.noop({ value: 'hello' })))).length"
	m := bareMachine(b)
	b.Run("Floor", func(b *testing.B) { new(bare).measure(b, m, program) })
}
