package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/library"
)

var errFuel = errors.New("out of fuel")

// open gives a machine, instrumented or not.
func open(t *testing.T, options guest.Options) *engine.Machine {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	options.CacheDir = filepath.Join(base, "dsh-test-wasm")
	ctx := context.Background()
	host, err := guest.NewHost(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	source, err := library.Source()
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.NewMachine(ctx, host, blob.Engine(),
		engine.Library{Source: source, Name: "dsh:library"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(m.Close(), host.Close(ctx)); err != nil {
			t.Error(err)
		}
	})
	return m
}

// transcript records what a program did, and ends it when it would wait.
type transcript struct {
	Logs  []string
	Value string
	Calls []string
	Err   string
	done  bool
}

func (e *transcript) Call(_ uint32, _, _ int, argument string) error {
	e.Calls = append(e.Calls, argument)
	return nil
}
func (e *transcript) Log(text []byte) error {
	e.Logs = append(e.Logs, string(text))
	return nil
}
func (e *transcript) Done(_ engine.Ending, text []byte) error {
	e.Value, e.done = string(text), true
	return nil
}
func (e *transcript) Timer(float64) {}

const setup = `{"namespaces":[{"global":"tools","members":["a"]}],"origin":0,"seed":[1,2,3,4]}`

// play runs a program in a fresh world until it ends or waits.
func play(t *testing.T, m *engine.Machine, meter *guest.Meter, program string) *transcript {
	t.Helper()
	tr := &transcript{}
	meter.Enter()
	w, err := m.Start(t.Context(), engine.Params{Meter: meter, Sources: m.Sources(), Events: tr,
		Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	err = w.Run("({async m(){"+program+"\n}}).m", "program.ts", setup)
	if err == nil {
		err = w.Turn(func() bool { return tr.done })
	}
	if err != nil {
		tr.Err = err.Error()
	}
	return tr
}

func free() *guest.Meter { return &guest.Meter{Compute: time.Minute, Exhausted: errFuel} }

// corpus is a bit of everything the engine does.
var corpus = []string{
	"let n = 0; for (let i = 0; i < 1e5; i++) n += i; return n",
	"const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); return f(18)",
	"return [...'a1b22c333'.matchAll(/[a-z](\\d+)/g)].map((m) => m[1])",
	"return JSON.stringify(JSON.parse('{\"a\":[1,2,{\"b\":null}]}'), null, 2)",
	"return Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000).sort((a, b) => a - " +
		"b).slice(0, 5)",
	"let s = ''; for (let i = 0; i < 5000; i++) s += i; return s.length",
	"return (2n ** 200n).toString() + (123456789n * 987654321n)",
	"function* g() { let i = 0; while (i < 100) yield i++; } return [...g()].reduce((a, b) => a + b)",
	"try { null.x } catch (e) { return e.message }",
	"const f = () => f(); try { f() } catch (e) { return e.name }",
	"return [0.1 + 0.2, 1e21, 1 / 3, Math.sin(1), Math.pow(2, 0.5)].map(String)",
	"console.log({ a: [1, { b: new Map([[1, new Set([2])]]) }] }); return 1",
	"return structuredClone({ d: new Date(5), r: /x/g, m: new Map([[1, 2]]) }).m.size",
	"return new URL('../x?y#z', 'https://a.b/c/d').href",
	"return 'ﬀÅ'.normalize('NFKD') + 'ÀÉ'.toLowerCase()",
	"return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1234.5)",
	"tools.a({ b: 1 }); await null; return Object.groupBy([1, 2, 3], (x) => x % 2 ? 'o' : 'e')",
	"return eval('1+'.repeat(2000) + '1')",
	"const o = {}; for (let i = 0; i < 3000; i++) o['k' + i] = i; return Object.keys(o).length",
	"class A { #x = 1; get x() { return this.#x } } return new A().x",
	"const w = new WeakRef({}); return typeof w.deref()",
	"return [..._()]; function* _() { yield* [1, 2].values() }",
	"throw new TypeError('corpus')",
}

// TestFuelChangesNothing runs the corpus with and without the pass.
func TestFuelChangesNothing(t *testing.T) {
	t.Parallel()
	with, without := open(t, guest.Options{}), open(t, guest.Options{NoFuel: true})
	for _, program := range corpus {
		a, b := play(t, with, free(), program), play(t, without, free(), program)
		if diff := cmp.Diff(b, a, cmp.AllowUnexported(transcript{})); diff != "" {
			t.Errorf("%s\n(-without +with):\n%s", program, diff)
		}
	}
}

// TestFuelIsExact: what a program burns depends on the program alone.
func TestFuelIsExact(t *testing.T) {
	t.Parallel()
	m := open(t, guest.Options{})
	program := "let n = 0; for (let i = 0; i < 3e5; i++) n += i % 7; return n"
	first, second := free(), free()
	play(t, m, first, program)
	play(t, m, second, program)
	if first.Polls != second.Polls || first.Polls < 3 {
		t.Errorf("%d and %d polls", first.Polls, second.Polls)
	}
	limited := free()
	limited.MaxPolls = first.Polls / 2
	if tr := play(t, m, limited, program); !strings.HasPrefix(tr.Err, errFuel.Error()) {
		t.Errorf("the limit gives %+v", tr)
	}
}

// TestWorldsShareNothing: worlds that are alive at once have the same image
// (P17) and never see what another wrote.
func TestWorldsShareNothing(t *testing.T) {
	t.Parallel()
	m := open(t, guest.Options{})
	dirty := play(t, m, free(), "globalThis.x = 1; Array.prototype.push = null; "+
		"const big = new Uint8Array(4e6).fill(7); Object.freeze(Object.prototype); return big[9]")
	if dirty.Value != "7" {
		t.Fatalf("%+v", dirty)
	}
	for range 3 {
		clean := play(t, m, free(), "const a = []; a.push(1); return [typeof x, a, "+
			"Object.isFrozen(Object.prototype), new Uint8Array(4e6).some((b) => b !== 0)]")
		if clean.Value != `["undefined",[1],false,false]` {
			t.Errorf("%+v", clean)
		}
	}
	one := play(t, m, free(), "return crypto.randomUUID()")
	two := play(t, m, free(), "return crypto.randomUUID()")
	if one.Value == two.Value {
		t.Error("two worlds got the same random bytes")
	}
}

// TestImports: these are all the ways out of the guest (T1).
func TestImports(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	host, err := guest.NewHost(ctx, guest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := host.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	compiled, err := host.Compile(ctx, blob.Engine())
	if err != nil {
		t.Fatal(err)
	}
	var imports []string
	for _, f := range compiled.ImportedFunctions() {
		module, name, _ := f.Import()
		imports = append(imports, module+"."+name)
	}
	slices.Sort(imports)
	want := []string{"dsh.poll", "env.host_call", "env.host_get_timezone_offset", "env.host_interrupt",
		"env.host_module_load", "env.host_module_normalize", "env.host_promise_rejection",
		"wasi_snapshot_preview1.clock_time_get", "wasi_snapshot_preview1.fd_close",
		"wasi_snapshot_preview1.fd_fdstat_get", "wasi_snapshot_preview1.fd_seek",
		"wasi_snapshot_preview1.fd_write", "wasi_snapshot_preview1.random_get"}
	if diff := cmp.Diff(want, imports); diff != "" {
		t.Errorf("imports (-want +have):\n%s", diff)
	}
	if n := len(compiled.ImportedMemories()); n != 0 {
		t.Errorf("%d memories are imported", n)
	}
}

// TestNoAuthority: the world has nothing to reach the host with.
func TestNoAuthority(t *testing.T) {
	t.Parallel()
	m := open(t, guest.Options{})
	names := "process require module exports __dirname fetch WebSocket WebAssembly Worker " +
		"MessageChannel localStorage window document std os bjson scriptArgs print host"
	for name := range strings.FieldsSeq(names) {
		if tr := play(t, m, free(), "return typeof "+name); tr.Value != "undefined" {
			t.Errorf("%s is %s", name, tr.Value)
		}
	}
	tr := play(t, m, free(), "return Promise.all(['fs', 'node:fs', 'std', './x.js', "+
		"'data:text/javascript,1']"+
		".map((n) => import(n).then(() => 'loaded', () => 'no')))")
	if tr.Value != `["no","no","no","no","no"]` {
		t.Errorf("imports: %+v", tr)
	}
}
