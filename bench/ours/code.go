package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// coder is an agent that runs programs over the noop tools.
type coder struct {
	*world
	agent   *tools.Agent
	runtime coderuntime.Runtime
}

func newCoder() *coder {
	w := newWorld()
	w.register(noop("noop", 0))
	d, err := noop("alone", 0)
	d.ConcurrencySafe = nil
	w.register(exclusive(d), err)
	s, err := w.root.Keyed("code", nil)
	check(err)
	var runtimes ptc.Runtimes
	check(quickjs.Mount(s, &runtimes, quickjs.Config{CacheDir: cacheDir()}))
	_, err = ptc.Mount(s, ptc.Services{Registry: w.reg, Runtimes: &runtimes}, ptc.Config{})
	check(err)
	rt, ok := runtimes.Nearest(s.Key())
	want(ok, "the runtime is not mounted")
	return &coder{w, &tools.Agent{ID: "code", Key: s.Key()}, rt}
}

// exclusive is a definition of which no two calls overlap.
func exclusive(d tools.Definition) tools.Definition {
	inner, err := tools.DefineSchema(tools.SchemaTool{
		Name: d.Name, Description: d.Description, Parameters: d.Parameters, Output: d.Output.Schema,
		Execute: echo,
	})
	check(err)
	return inner
}

func cacheDir() string {
	if dir := os.Getenv("BENCH_CACHE"); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "dsh-bench-engine")
}

// program runs one program through the whole pipeline and returns its value.
func (c *coder) program(source string) jsonvalue.Value {
	args := jsonvalue.NewObject(
		jsonvalue.Member{Name: "code", Value: jsonvalue.String(source)},
		jsonvalue.Member{Name: "description", Value: jsonvalue.String("bench")},
	)
	out := runBatch(c.reg, &tools.Batch{Agent: c.agent, Calls: []tools.RawCall{
		{CallID: "run", Name: tools.ReservedName, Arguments: args.Text()},
	}})
	return out[0].Result.Value()
}

func (c *coder) expect(id, source, result string) {
	v, _ := c.program(source).Get("result")
	if result != "" && v.Text() != result {
		check(fmt.Errorf("%s: got %s, want %s", id, v.Text(), result))
	}
}

// empty runs an empty program in the runtime itself, without the pipeline.
func (c *coder) empty() {
	r, err := c.runtime.Run(ctx, coderuntime.Request{})
	check(err)
	if r.Failure != nil {
		check(fmt.Errorf("the empty program: %v", r.Failure))
	}
}

// budgetOf is how long the sample of a program is.
func budgetOf(id string) meter.Budget {
	switch id {
	case "code.trivial":
		return meter.Patient
	case "code.loop10m":
		return meter.Long
	}
	return meter.Slow
}

// benchCode measures the programs: the first of the process, then each warm.
func benchCode() {
	var c *coder
	programs := work.Programs()
	meter.Once("code.compile", impl, 1, func() { c = newCoder() })
	meter.Once(
		"code.cold",
		impl,
		1,
		func() { c.expect("code.cold", programs["code.trivial"], "1") },
	)
	c.expect("typed", "const one: number = 1; return one", "1") // everything is loaded from here on
	results := map[string]string{
		"code.trivial": "1", "code.calls1000.sequential": "5000",
		"code.calls1000.promiseall": "1000", "code.loop10m": "-2014260032", "code.result1m.records": "",
	}
	for _, id := range []string{"code.trivial", "code.calls1000.sequential", "code.calls1000.promiseall", "code.loop10m", "code.result1m.records"} {
		meter.Bench(id, impl, budgetOf(id), func() { c.expect(id, programs[id], results[id]) })
	}
	meter.Bench("code.transport", impl, meter.Patient, c.empty)
	alone := "const r = await Promise.all(Array.from({ length: 1000 }, () => tools.alone({ value: 'hello' }))); return r.length"
	meter.Bench(
		"code.calls1000.exclusive",
		impl,
		meter.Slow,
		func() { c.expect("exclusive", alone, "1000") },
	)
	c.close()
	meter.Memory("memory.code", impl)
}

// prime fills the directory of compiled engines, so that no row depends on
// whether the suite ran before.
func prime() { newCoder().close() }

// benchCodeBig measures a result of 64 MiB.
func benchCodeBig() {
	c := newCoder()
	c.expect("warm", "return 1", "1")
	// The budget counts the log array and the quotes too.
	meter.Once("code.result64m.string", impl, 1, func() {
		v, _ := c.program(`return "x".repeat(67108864 - 4)`).Get("result")
		s, _ := v.AsString()
		want(len(s) == 67108864-4, "the result was cut")
	})
	c.close()
	meter.Memory("memory.codebig", impl)
}

// benchCodeRecords measures the memory of a result of records alone.
func benchCodeRecords() {
	c := newCoder()
	c.expect("records", work.Programs()["code.result1m.records"], "")
	c.close()
	meter.Memory("memory.coderecords", impl)
}
