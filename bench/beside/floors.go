package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	expjson "github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compile(schema json.RawMessage) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	meter.Check(err)
	c := jsonschema.NewCompiler()
	meter.Check(c.AddResource("schema.json", doc))
	s, err := c.Compile("schema.json")
	meter.Check(err)
	return s
}

// The three floors under a tool call from JSON text to JSON text.

// typedCall decodes into the struct, calls, and encodes: no schema at all.
func typedCall(raw []byte, body func(work.Noop) string) []byte {
	var args work.Noop
	meter.Check(json.Unmarshal(raw, &args))
	out, err := json.Marshal(body(args))
	meter.Check(err)
	return out
}

// typedCall2 is typedCall by the second JSON package.
func typedCall2(raw []byte, body func(work.Noop) string) []byte {
	var args work.Noop
	meter.Check(expjson.Unmarshal(raw, &args))
	out, err := expjson.Marshal(body(args))
	meter.Check(err)
	return out
}

// schemaCall also validates the arguments and the output against JSON Schemas.
func schemaCall(in, out *jsonschema.Schema, raw []byte, body func(work.Noop) string) []byte {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	meter.Check(err)
	meter.Check(in.Validate(value))
	var args work.Noop
	meter.Check(json.Unmarshal(raw, &args))
	result := body(args)
	meter.Check(out.Validate(result))
	encoded, err := json.Marshal(result)
	meter.Check(err)
	return encoded
}

func echo(args work.Noop) string { return args.Value }

// chain is a waterfall of n listeners, each of which only hands on.
func chain(n int, last func(work.Noop) string) func(work.Noop) string {
	for range n {
		next := last
		last = func(args work.Noop) string { return next(args) }
	}
	return last
}

// handChecked is the validation of the 20-field arguments that a compiler of
// schemas could produce for a decoded value.
func handChecked(v any) bool {
	object := func(v any, size int) (map[string]any, bool) {
		m, ok := v.(map[string]any)
		return m, ok && (size < 0 || len(m) == size)
	}
	text := func(v any) bool { _, ok := v.(string); return ok }
	number := func(v any) bool { _, ok := v.(float64); return ok }
	integer := func(v any) bool { f, ok := v.(float64); return ok && f == float64(int64(f)) }
	m, ok := object(v, -1)
	if !ok || !text(m["id"]) || !text(m["title"]) || !integer(m["count"]) || !number(m["ratio"]) {
		return false
	}
	if _, ok := m["enabled"].(bool); !ok {
		return false
	}
	if mode, ok := m["mode"].(string); !ok || mode != "fast" && mode != "safe" && mode != "dry" {
		return false
	}
	if note, ok := m["note"]; ok && !text(note) {
		return false
	}
	tags, ok := m["tags"].([]any)
	if !ok {
		return false
	}
	for _, tag := range tags {
		if !text(tag) {
			return false
		}
	}
	owner, ok := object(m["owner"], 4)
	if !ok || !text(owner["name"]) || !text(owner["email"]) || !integer(owner["age"]) {
		return false
	}
	address, ok := object(owner["address"], 4)
	if !ok || !text(address["street"]) || !text(address["city"]) || !text(address["zip"]) ||
		!text(address["country"]) {
		return false
	}
	limits, ok := object(m["limits"], 3)
	if !ok || !integer(limits["maxRetries"]) || !number(limits["timeoutMs"]) ||
		!integer(limits["burst"]) {
		return false
	}
	items, ok := m["items"].([]any)
	if !ok {
		return false
	}
	for _, item := range items {
		if pair, ok := object(item, 2); !ok || !text(pair["key"]) || !number(pair["value"]) {
			return false
		}
	}
	return true
}

// handCheckedRecords is the same for the large output.
func handCheckedRecords(v any) bool {
	list, ok := v.([]any)
	if !ok {
		return false
	}
	for _, v := range list {
		m, ok := v.(map[string]any)
		if !ok || len(m) != 5 {
			return false
		}
		id, ok1 := m["id"].(float64)
		_, ok2 := m["name"].(string)
		_, ok3 := m["score"].(float64)
		_, ok4 := m["active"].(bool)
		tags, ok5 := m["tags"].([]any)
		if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || id != float64(int64(id)) {
			return false
		}
		for _, tag := range tags {
			if _, ok := tag.(string); !ok {
				return false
			}
		}
	}
	return true
}

var stringSchema = json.RawMessage(`{"type":"string"}`)

func benchFloorCall() {
	in, out := compile(load.NoopSchema), compile(stringSchema)
	meter.Bench(
		"call.noop.listeners0",
		"floor: typed decode",
		meter.Quick,
		func() { typedCall(load.NoopArgs, echo) },
	)
	meter.Bench(
		"call.noop.listeners0",
		"floor: typed decode, json v2",
		meter.Quick,
		func() { typedCall2(load.NoopArgs, echo) },
	)
	meter.Bench(
		"call.noop.listeners0",
		"floor: decode and jsonschema/v6",
		meter.Quick,
		func() { schemaCall(in, out, load.NoopArgs, echo) },
	)
	for _, n := range []int{1, 10} { // three waterfalls of n
		body := chain(3*n, echo)
		meter.Bench(
			fmt.Sprintf("call.noop.listeners%d", n),
			"floor: typed decode, json v2",
			meter.Quick,
			func() { typedCall2(load.NoopArgs, body) },
		)
	}
	wide := compile(load.ArgsSchema)
	meter.Bench("call.args20", "floor: typed decode", meter.Quick, func() {
		var args work.Wide
		meter.Check(json.Unmarshal(load.Args, &args))
	})
	meter.Bench("call.args20", "floor: typed decode, json v2", meter.Quick, func() {
		var args work.Wide
		meter.Check(expjson.Unmarshal(load.Args, &args))
	})
	meter.Bench("call.args20", "floor: decode and jsonschema/v6", meter.Quick, func() {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(load.Args))
		meter.Check(err)
		meter.Check(wide.Validate(value))
		var args work.Wide
		meter.Check(json.Unmarshal(load.Args, &args))
	})
	meter.Memory("memory.call", "floor")
}

func benchFloorBatch() {
	in, out := compile(load.NoopSchema), compile(stringSchema)
	for id, body := range map[string]func(work.Noop) string{
		"batch.1000x10.noop":     echo,
		"batch.1000x10.sleep1ms": func(a work.Noop) string { time.Sleep(time.Millisecond); return a.Value },
	} {
		b := meter.Budget{Warm: 50 * time.Millisecond, Run: 600 * time.Millisecond, Min: 3}
		meter.Bench(id, "floor: pool of 10, typed decode", b, func() {
			pool(1000, 10, func(int) { typedCall(load.NoopArgs, body) })
		})
		meter.Bench(id, "floor: pool of 10, jsonschema/v6", b, func() {
			pool(1000, 10, func(int) { schemaCall(in, out, load.NoopArgs, body) })
		})
	}
	meter.Bench(
		"batch.1000x10.empty",
		"floor: pool of 10",
		meter.Quick,
		func() { pool(1000, 10, func(int) {}) },
	)
	meter.Memory("memory.batch", "floor")
}

func benchFloorValidate() {
	wide := compile(load.ArgsSchema)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(load.Args))
	meter.Check(err)
	meter.Bench(
		"validate.args20.parsed",
		"floor: jsonschema/v6",
		meter.Quick,
		func() { meter.Check(wide.Validate(value)) },
	)
	var decoded any
	meter.Check(json.Unmarshal(load.Args, &decoded))
	meter.Bench("validate.args20.parsed", "floor: written by hand", meter.Quick, func() {
		if !handChecked(decoded) {
			panic("invalid")
		}
	})
	meter.Bench("validate.args20.text", "floor: json v2 and written by hand", meter.Quick, func() {
		var v any
		meter.Check(expjson.Unmarshal(load.Args, &v))
		if !handChecked(v) {
			panic("invalid")
		}
	})
	meter.Bench("validate.args20.text", "floor: decode and jsonschema/v6", meter.Quick, func() {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(load.Args))
		meter.Check(err)
		meter.Check(wide.Validate(value))
	})
	meter.Bench("validate.args20.text", "floor: typed decode, json v2", meter.Quick, func() {
		var args work.Wide
		meter.Check(expjson.Unmarshal(load.Args, &args))
	})
	records := compile(load.OutputSchema)
	for _, size := range []string{"100k", "10m"} {
		raw, b := work.FixtureText("out"+size+".json"), meter.Quick
		if size == "10m" {
			b = meter.Slow
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		meter.Check(err)
		meter.Bench(
			fmt.Sprintf("validate.out%s.parsed", size),
			"floor: jsonschema/v6",
			b,
			func() { meter.Check(records.Validate(value)) },
		)
		var decoded any
		meter.Check(json.Unmarshal(raw, &decoded))
		meter.Bench(
			fmt.Sprintf("validate.out%s.parsed", size),
			"floor: written by hand",
			b,
			func() {
				if !handCheckedRecords(decoded) {
					panic("invalid")
				}
			},
		)
		id := fmt.Sprintf("validate.out%s.text", size)
		meter.Bench(id, "floor: decode and jsonschema/v6", b, func() {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
			meter.Check(err)
			meter.Check(records.Validate(value))
		})
		meter.Bench(id, "floor: typed decode, json v2", b, func() {
			var out []work.Record
			meter.Check(expjson.Unmarshal(raw, &out, expjson.RejectUnknownMembers(true)))
		})
		meter.Bench(id, "floor: syntax check only", b, func() {
			if !json.Valid(raw) {
				panic("not JSON")
			}
		})
		meter.Bench(
			fmt.Sprintf("validate.out%s.snapshot", size),
			"floor: copy of the bytes",
			b,
			func() {
				if len(bytes.Clone(raw)) != len(raw) {
					panic("copy")
				}
			},
		)
	}
	meter.Memory("memory.validate", "floor")
}

// pool runs n tasks with at most width at a time and waits for them all.
func pool(n, width int, task func(int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range width {
		wg.Go(func() {
			for i := range next {
				task(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// benchFloorRegistry hands out declarations: encoded anew, or a copy of the
// cached text.
func benchFloorRegistry() {
	type wire struct {
		Name, Description string
		Parameters        json.RawMessage
	}
	for _, n := range []int{10, 100, 1000, 5000} {
		id := fmt.Sprintf("registry.schemas.of%d", n)
		wires := make([]wire, n)
		for i := range wires {
			wires[i] = wire{fmt.Sprint("tool_", i), description, load.ArgsSchema}
		}
		meter.Bench(id, "floor: encode all", meter.Quick, func() {
			_, err := json.Marshal(wires)
			meter.Check(err)
		})
		cached, err := json.Marshal(wires)
		meter.Check(err)
		meter.Bench(id, "floor: copy the cached text", meter.Quick, func() {
			if len(bytes.Clone(cached)) != len(cached) {
				panic("copy")
			}
		})
	}
}
