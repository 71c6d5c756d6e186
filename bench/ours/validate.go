package main

import (
	"fmt"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

func parse(text []byte) jsonvalue.Value {
	v, err := jsonvalue.Parse(text)
	check(err)
	return v
}

// decoded is a value whose tree is built.
func decoded(text []byte) jsonvalue.Value {
	v, err := jsonvalue.From(parse(text).Interface())
	check(err)
	return v
}

func compile(text []byte) *schema.Schema {
	s, err := schema.Compile(parse(text))
	check(err)
	return s
}

// benchValidate measures the compiled checks on decoded values and on text, and
// detaching a value.
func benchValidate() {
	args := compile(load.ArgsSchema)
	value := decoded(load.Args)
	valid := func(s *schema.Schema, v jsonvalue.Value) { want(s.Valid(v), "a valid value was refused") }
	meter.Bench("validate.args20.parsed", impl, meter.Quick, func() { valid(args, value) })
	meter.Bench(
		"validate.args20.spec",
		impl,
		meter.Quick,
		func() { want(len(args.CheckArguments(value)) == 0, "refused") },
	)
	meter.Bench("validate.args20.text", impl, meter.Quick, func() { valid(args, parse(load.Args)) })
	records := compile(load.OutputSchema)
	for _, size := range []string{"100k", "10m"} {
		raw, budget := work.FixtureText("out"+size+".json"), meter.Quick
		if size == "10m" {
			budget = meter.Slow
		}
		value := decoded(raw)
		meter.Bench(
			fmt.Sprintf("validate.out%s.parsed", size),
			impl,
			budget,
			func() { valid(records, value) },
		)
		meter.Bench(fmt.Sprintf("validate.out%s.snapshot", size), impl, budget, func() {
			v, err := jsonvalue.From(value)
			check(err)
			want(!v.IsAbsent(), "lost")
		})
		meter.Bench(
			fmt.Sprintf("validate.out%s.text", size),
			impl,
			budget,
			func() { valid(records, parse(raw)) },
		)
	}
	meter.Memory("memory.validate", impl)
}
