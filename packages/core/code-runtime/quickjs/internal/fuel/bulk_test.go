package fuel_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/fuel"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// bulkModule exports a memory of 80 pages, which can grow no further, and the functions
// fill and copy, which are the instructions.
var bulkModule = func() []byte {
	section := func(id byte, content ...byte) []byte {
		return append([]byte{id, byte(len(content))}, content...)
	}
	body := func(instruction ...byte) []byte {
		code := slices.Concat([]byte{0, 0x20, 0, 0x20, 1, 0x20, 2}, instruction, []byte{0x0b})
		return append([]byte{byte(len(code))}, code...)
	}
	return bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 0),
		section(2, 0),
		section(3, 2, 0, 0),
		section(5, 1, 1, 80, 80),
		section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
		section(7, slices.Concat([]byte{3, 1, 'm', 2, 0, 4}, []byte("fill"), []byte{0, 0, 4}, []byte("copy"), []byte{0, 1})...),
		section(10, slices.Concat([]byte{2}, body(0xfc, 11, 0), body(0xfc, 10, 0, 0))...),
	}, nil)
}()

// counter is an instance of the module whose polls are counted; each gives so many
// units.
type counter struct {
	polls int
	api.Module
}

func newCounter(t *testing.T, units uint64) *counter {
	t.Helper()
	wasm, _, err := fuel.Instrument(bulkModule, options)
	if err != nil {
		t.Fatal(err)
	}
	ctx, c := t.Context(), new(counter)
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	poll := func(_ context.Context, _ api.Module, stack []uint64) {
		c.polls++
		stack[0] = units
	}
	if _, err := r.NewHostModuleBuilder(options.Module).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(poll), nil, []api.ValueType{api.ValueTypeI32}).
		Export(options.Name).Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	if c.Module, err = r.Instantiate(ctx, wasm); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *counter) call(t *testing.T, name string, args ...uint64) error {
	_, err := c.ExportedFunction(name).Call(t.Context(), args...)
	return err
}

// TestBulkMovesTheSame: pieces change nothing, however source and target overlap.
func TestBulkMovesTheSame(t *testing.T) {
	t.Parallel()
	const mib = 1 << 20 // of the five the fifth is left alone
	c := newCounter(t, 1<<20)
	memory, _ := c.Memory().Read(0, 4*mib)
	for i := range memory {
		memory[i] = byte(i ^ i>>8 ^ i>>16)
	}
	want := slices.Clone(memory)
	for _, m := range []struct{ to, from, n uint64 }{
		{0, 0, 0}, {7, 3, 1}, {3, 7, 100}, {100, 3, 2*mib + 5}, {3, 100, 2*mib + 5},
		{mib, 0, 3 * mib}, {0, mib, 3 * mib}, {mib - 1, mib, mib}, {mib + 1, mib, mib}, {5, 5, 2 * mib},
	} {
		if err := c.call(t, "copy", m.to, m.from, m.n); err != nil {
			t.Fatalf("copy %+v: %v", m, err)
		}
		copy(want[m.to:m.to+m.n], want[m.from:m.from+m.n])
		if !bytes.Equal(memory, want) {
			t.Fatalf("copy %+v differs", m)
		}
	}
	for _, m := range []struct{ to, value, n uint64 }{{0, 1, 0}, {9, 2, 1}, {5, 0x1ff, mib}, {1, 3, 3*mib + 1}} {
		if err := c.call(t, "fill", m.to, m.value, m.n); err != nil {
			t.Fatalf("fill %+v: %v", m, err)
		}
		for i := m.to; i < m.to+m.n; i++ {
			want[i] = byte(m.value)
		}
		if !bytes.Equal(memory, want) {
			t.Fatalf("fill %+v differs", m)
		}
	}
	for name, args := range map[string][]uint64{
		"copy": {2*mib + 1, 0, 3 * mib}, "fill": {5*mib + 1, 0, 0},
	} {
		if err := c.call(t, name, args...); err == nil {
			t.Errorf("%s %v leaves the memory", name, args)
		}
	}
}

// TestBulkIsCounted: so many bytes cost as much as an iteration, and a long instruction
// is counted on its way.
func TestBulkIsCounted(t *testing.T) {
	t.Parallel()
	const mib, units = 1 << 20, 1 << 16 // a poll pays for two MiB after the piece that asked
	for name, source := range map[string]uint64{"fill": 1, "copy": mib} {
		for _, want := range []struct {
			n     uint64
			times int
			polls int
		}{{31, 1000, 0}, {32, 1, 1}, {3 * mib, 1, 1}, {4 * mib, 1, 2}, {mib, 6, 2}, {1024, 6 << 10, 3}} {
			t.Run(fmt.Sprint(name, want.n), func(t *testing.T) {
				t.Parallel()
				c := newCounter(t, units)
				for range want.times {
					if err := c.call(t, name, 0, source, want.n); err != nil {
						t.Fatal(err)
					}
				}
				if c.polls != want.polls {
					t.Errorf("%d polls for %d times %d bytes, want %d", c.polls, want.times, want.n, want.polls)
				}
			})
		}
	}
}
