package main

import (
	"fmt"

	"github.com/dop251/goja"
	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"modernc.org/quickjs"
)

// engine is one fresh program context of a JavaScript engine.
type engine interface {
	// start runs the prelude and the program; send takes its binding calls and
	// finish its result.
	start(source string, send func(id int, name, args string), finish func(string))
	// reply settles one binding call and lets the program go on.
	reply(id int, text string)
	close()
}

// runProgram runs one program in a fresh context and returns its result as JSON.
func runProgram(open func() engine, source string) (result string) {
	type call struct {
		id   int
		args string
	}
	var queue []call
	done := false
	e := open()
	defer e.close()
	e.start(source,
		func(id int, _, args string) { queue = append(queue, call{id, args}) },
		func(text string) { result, done = text, true })
	for !done {
		if len(queue) == 0 {
			panic("the program waits for nothing")
		}
		next := queue[0]
		queue = queue[1:]
		e.reply(next.id, string(typedCall([]byte(next.args), echo)))
	}
	return result
}

func wrap(prelude, program string) string {
	return prelude + "\n(async () => {" + program + "})().then(v => hostFinish(JSON.stringify(v ?? null)), e => hostFinish('failed: ' + e))\n;0"
}

type gojaEngine struct {
	vm     *goja.Runtime
	reply_ goja.Callable
}

func (g *gojaEngine) start(source string, send func(int, string, string), finish func(string)) {
	g.vm = goja.New()
	meter.Check(g.vm.Set("hostSend", send))
	meter.Check(g.vm.Set("hostFinish", finish))
	_, err := g.vm.RunString(source)
	meter.Check(err)
	g.reply_, _ = goja.AssertFunction(g.vm.Get("reply"))
}
func (g *gojaEngine) reply(id int, text string) {
	_, err := g.reply_(goja.Undefined(), g.vm.ToValue(id), g.vm.ToValue(true), g.vm.ToValue(text))
	meter.Check(err)
}
func (g *gojaEngine) close() {}

type moderncEngine struct{ vm *quickjs.VM }

func (q *moderncEngine) start(source string, send func(int, string, string), finish func(string)) {
	var err error
	q.vm, err = quickjs.NewVM()
	meter.Check(err)
	meter.Check(
		q.vm.RegisterFunc(
			"hostSend",
			func(id int, name, args string) int { send(id, name, args); return 0 },
			false,
		),
	)
	meter.Check(
		q.vm.RegisterFunc("hostFinish", func(text string) int { finish(text); return 0 }, false),
	)
	_, err = q.vm.Eval(source, quickjs.EvalGlobal)
	meter.Check(err)
	q.jobs()
}
func (q *moderncEngine) jobs() {
	_, err := q.vm.ExecutePendingJobs()
	meter.Check(err)
}
func (q *moderncEngine) reply(id int, text string) {
	_, err := q.vm.Call("reply", id, true, text)
	meter.Check(err)
	q.jobs()
}
func (q *moderncEngine) close() { meter.Check(q.vm.Close()) }

// codeSuite measures one engine on the shared programs.
func codeSuite(impl string, open func() engine) {
	programs := work.Programs()
	run := func(program string) string { return runProgram(open, wrap(work.Prelude, program)) }
	want := map[string]string{
		"code.trivial":              "1",
		"code.calls1000.sequential": "5000",
		"code.calls1000.promiseall": "1000",
		"code.loop10m":              "-2014260032",
	}
	meter.Once("code.cold", impl, 1, func() { run(programs["code.trivial"]) })
	for _, id := range []string{"code.trivial", "code.calls1000.sequential", "code.calls1000.promiseall", "code.loop10m", "code.result1m.records"} {
		b := meter.Slow
		switch id {
		case "code.trivial":
			b = meter.Patient
		case "code.loop10m":
			b = meter.Long
		}
		meter.Bench(id, impl, b, func() {
			if got := run(programs[id]); want[id] != "" && got != want[id] {
				panic(fmt.Sprintf("%s of %s: got %s", id, impl, got))
			}
		})
	}
	meter.Memory("memory.code", impl)
	meter.Once("code.result64m.string", impl, 1, func() {
		if got := run(`return "x".repeat(67108864 - 4)`); len(got) != 67108864-2 {
			panic(len(got))
		}
	})
	meter.Memory("memory.codebig", impl)
}

func benchEngineGoja() { codeSuite("goja", func() engine { return &gojaEngine{} }) }

func benchEngineModernc() { codeSuite("modernc quickjs", func() engine { return &moderncEngine{} }) }
