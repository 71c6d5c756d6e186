package fuel_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/fuel"
)

var options = fuel.Options{Module: "dsh", Name: "poll"}

func blob(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../blob/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEveryLoopIsChecked counts. The engine's figure was found by an
// independent disassembler; the pass counts loops while it decodes and checks
// while it writes, so a missed one shows as a difference.
func TestEveryLoopIsChecked(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ loops, bulk int }{
		"quickjs.wasm": {1278, 143}, "eraser.wasm": {4905, 1111},
	} {
		out, report, err := fuel.Instrument(blob(t, name), options)
		if err != nil {
			t.Fatal(err)
		}
		if report.Loops != want.loops || report.Checks != want.loops || report.Bulk != want.bulk {
			t.Errorf("%s: %+v, want %+v", name, report, want)
		}
		// The result is a module again, with the same loops and functions, and those
		// for bulk instructions, which have a loop each and three such instructions.
		_, again, err := fuel.Instrument(out, options)
		if err != nil || again.Loops != want.loops+2 || again.Functions != report.Functions+2 || again.Bulk != 3 {
			t.Errorf("%s: the result has %+v: %v", name, again, err)
		}
		same, _, _ := fuel.Instrument(blob(t, name), options)
		if sha256.Sum256(out) != sha256.Sum256(same) {
			t.Errorf("%s: two passes differ", name)
		}
	}
}

func TestEntriesAreChecked(t *testing.T) {
	t.Parallel()
	withEntries := options
	withEntries.Entries = true
	_, report, err := fuel.Instrument(blob(t, "quickjs.wasm"), withEntries)
	if err != nil || report.Checks != report.Loops+report.Functions {
		t.Errorf("%+v: %v", report, err)
	}
}

// module builds a tiny module with one import, one global and one function of
// the given body.
func module(body ...byte) []byte {
	section := func(id byte, content ...byte) []byte {
		return append([]byte{id, byte(len(content))}, content...)
	}
	code := append([]byte{0}, body...)
	return bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 1, 0x60, 0, 0),
		section(2, 1, 1, 'm', 1, 'f', 0, 0),
		section(3, 1, 0),
		section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
		section(7, 1, 1, 'g', 0, 1),
		section(10, append([]byte{1, byte(len(code))}, code...)...),
	}, nil)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	if _, report, err := fuel.Instrument(module(0x03, 0x40, 0x10, 1, 0x0b, 0x0b), options); err != nil ||
		report.Checks != 1 {
		t.Fatalf("a plain loop: %+v %v", report, err)
	}
	refused := map[string][]byte{
		"empty":               nil,
		"not a module":        []byte("hello"),
		"unknown opcode":      module(0x06, 0x0b),
		"tail call":           module(0x12, 1, 0x0b),
		"SIMD":                module(0xfd, 12, 0x0b),
		"unknown prefixed":    module(0xfc, 99, 0x0b),
		"table copy":          module(0xfc, 14, 0, 0, 0x0b),
		"bulk, no memory":     module(0x41, 0, 0x41, 0, 0x41, 0, 0xfc, 11, 0, 0x0b),
		"bodies too many":     bytes.Replace(module(0x0b), []byte{3, 2, 1, 0}, []byte{3, 1, 0}, 1),
		"loop with a type":    module(0x03, 0x00, 0x0b, 0x0b),
		"cut instruction":     module(0x41),
		"cut number":          module(0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80),
		"sections only":       []byte("\x00asm\x01\x00\x00\x00"),
		"a section twice":     append(module(0x0b), 6, 1, 0),
		"an unknown section":  append(module(0x0b), 13, 0),
		"a section too short": append(module(0x0b), 11, 9, 1),
	}
	for name, wasm := range refused {
		if _, _, err := fuel.Instrument(wasm, options); !errors.Is(err, fuel.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzInstrument: any bytes give a result or a refusal, never a panic.
func FuzzInstrument(f *testing.F) {
	f.Add(module(0x03, 0x40, 0x10, 1, 0x0b, 0x0b))
	f.Add(append(module(0x0b)[:8], 7, 5, 0xff, 0xff, 0xff, 0xff, 0x0f)) // 4 G exports
	f.Add(append(module(0x0b)[:8], 10, 11, 1, 9, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0))
	f.Add(module(0x0e, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x0b))
	f.Add(module(0x0e, 1, 0, 0, 0xfc, 8, 0, 0, 0x0b))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		_, report, err := fuel.Instrument(wasm, options)
		if err == nil && report.Checks != report.Loops {
			t.Errorf("%+v", report)
		}
	})
}

func BenchmarkInstrument(b *testing.B) {
	for _, name := range []string{"quickjs.wasm", "eraser.wasm"} {
		wasm := blob(b, name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := fuel.Instrument(wasm, options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
