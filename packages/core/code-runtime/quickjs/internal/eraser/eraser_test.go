package eraser_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/eraser"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

var errTime = errors.New("out of time")

func machine(t testing.TB) *eraser.Machine {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	ctx := context.Background()
	host, err := guest.NewHost(ctx, guest.Options{CacheDir: filepath.Join(base, "dsh-test-wasm")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	m, err := eraser.NewMachine(ctx, host, blob.Eraser())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func meter() *guest.Meter {
	return &guest.Meter{Compute: 250 * time.Millisecond, Exhausted: errTime}
}

func TestErase(t *testing.T) {
	t.Parallel()
	m := machine(t)
	kept := []string{"return 1", "", "`${await x}`", "\ufeffreturn 1", "a\r\nb", "const ä = '€😀'"}
	for _, text := range kept {
		if have, err := m.Erase(t.Context(), meter(), text); err != nil || have != text {
			t.Errorf("%q gives %q %v", text, have, err)
		}
	}
	erased := map[string]string{
		"const x: number = 1":             "const x         = 1",
		"interface A { a: 1 }\nreturn 1":  "                    \nreturn 1",
		"return a as B satisfies C":       "return a                 ",
		"f<string>(x!)":                   "f        (x )",
		"class A { private x?: T; }":      "class A {         x    ; }",
		"declare const q: Q; type T = {}": "                    ",
	}
	for text, want := range erased {
		have, err := m.Erase(t.Context(), meter(), text)
		if err != nil || strings.TrimRight(have, " ;") != strings.TrimRight(want, " ;") ||
			len(have) != len(text) {
			t.Errorf("%q gives %q %v, want %q", text, have, err, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	m := machine(t)
	cases := []struct {
		text, code, message string
		line, column        int
	}{
		{"enum A { B }", "UnsupportedSyntax", "enum", 1, 1},
		{"let a;\n  enum A { B }", "UnsupportedSyntax", "enum", 2, 3},
		{"namespace N { export const a = 1 }", "UnsupportedSyntax", "namespace", 1, 1},
		{"class A { constructor(private x: T) {} }", "UnsupportedSyntax", "parameter property", 1, 31},
		{"const v = <number>5", "UnsupportedSyntax", "angle-bracket", 1, 11},
		{"import a from 'b'", "InvalidSyntax", "import", 1, 1},
		{"const = 1", "InvalidSyntax", "", 1, 7},
		{"} type X = {", "InvalidSyntax", "closes a brace", 1, 1},
	}
	for _, c := range cases {
		_, err := m.Erase(t.Context(), meter(), c.text)
		r, ok := errors.AsType[*eraser.Refusal](err)
		if !ok || r.Code != c.code || !strings.Contains(r.Message, c.message) || r.Line != c.line ||
			r.Column != c.column {
			t.Errorf("%q: %+v %v", c.text, r, err)
		}
	}
}

func TestDeepAndSlowText(t *testing.T) {
	t.Parallel()
	m := machine(t)
	for _, piece := range []string{"(", "[", "!", "{a:", "()=>", "A<", "a<(", "`${", "if(1)"} {
		_, err := m.Erase(t.Context(), meter(), "x="+strings.Repeat(piece, 100_000/len(piece)))
		if _, refused := errors.AsType[*eraser.Refusal](err); !refused &&
			!errors.Is(err, eraser.ErrDeep) && !errors.Is(err, errTime) {
			t.Errorf("%q: %v", piece, err)
		}
	}
	_, err := m.Erase(t.Context(), meter(), strings.Repeat("a?(b):c=>", 40)+"d")
	if err != nil && !errors.Is(err, errTime) && !errors.Is(err, eraser.ErrDeep) {
		if _, refused := errors.AsType[*eraser.Refusal](err); !refused {
			t.Errorf("the exponential text gives %v", err)
		}
	}
	stopped := meter()
	stopped.Stop(errTime)
	if _, err := m.Erase(t.Context(), stopped, "let x: 1"); !errors.Is(err, errTime) {
		t.Errorf("a stopped meter gives %v", err)
	}
}

// FuzzErase: any text gives text of the same length, in bytes or in the code units
// in which columns are counted, or one of the known errors.
func FuzzErase(f *testing.F) {
	for _, seed := range []string{"const x: number = 1", "enum A {}", "} {", "a?(b):c=>d", "f<T>(x)",
		"`${x as any}`", "class A<T> extends B<T> implements C { declare x: T }", "<T,>(x: T) => x",
		"abstract class Q { abstract m(): void }", "/* */ type X = 1; \U0001F600", "<TՈ,>(x: T) => x"} {
		f.Add(seed)
	}
	m := machine(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		have, err := m.Erase(t.Context(), meter(), text)
		_, refused := errors.AsType[*eraser.Refusal](err)
		switch {
		case err == nil && len(have) != len(text) &&
			len(utf16.Encode([]rune(have))) != len(utf16.Encode([]rune(text))):
			t.Errorf("%q became %q", text, have)
		case err != nil && !refused && !errors.Is(err, eraser.ErrDeep) && !errors.Is(err, errTime):
			t.Errorf("%q: %v", text, err)
		}
	})
}

func BenchmarkErase(b *testing.B) {
	m := machine(b)
	text := strings.Repeat("const value: number = Math.max(1, 2) as number;\n", 24)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := m.Erase(b.Context(), meter(), text); err != nil {
			b.Fatal(err)
		}
	}
}
