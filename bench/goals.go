package main

import (
	"fmt"
	"strings"
)

// headline is one goal of the project. Its figure is that of our row, divided by
// the row of against where there is one.
type headline struct {
	what, id, by string
	// against is another implementation of the same case, or one of ours of
	// another case when other is set.
	against, other string
	most           float64
	// per divides the figure: operations in one, or a unit.
	per  float64
	unit string
}

const (
	typedFloor = "floor: typed decode, json v2"
	poolFloor  = "floor: pool of 10, typed decode"
	bareFloor  = "floor: bare Go process"
)

// headlines are the goals in the order of the page.
var headlines = []headline{
	{what: "one no-op typed call through all stages", id: "call.noop.listeners0",
		by: "cpu", against: typedFloor, most: 3},
	{what: "… its allocations", id: "call.noop.listeners0", by: "allocs", most: 15},
	{what: "ten listeners on each waterfall", id: "call.noop.listeners10",
		by: "cpu", against: typedFloor, most: 4},
	{what: "a call among 5,000 tools", id: "call.of5000",
		by: "cpu", against: "ours", other: "call.of1", most: 1.1},
	{what: "1,000 calls, ten at a time", id: "batch.1000x10.noop",
		by: "cpu", against: poolFloor, most: 1.6},
	{what: "… with bodies of 1 ms", id: "batch.1000x10.sleep1ms",
		by: "ns", against: poolFloor, most: 1.08},
	{what: "native prompt of 1,000 unchanged tools", id: "registry.assemble.of1000",
		by: "cpu", most: 0.25, per: 1e6, unit: "ms"},
	{what: "SDK prompt of 1,000 unchanged tools", id: "registry.sdk.of1000",
		by: "cpu", most: 0.5, per: 1e6, unit: "ms"},
	{what: "… after one change", id: "registry.sdk.changed.of1000",
		by: "cpu", most: 5, per: 2e6, unit: "ms"},
	{what: "validating 20 decoded fields", id: "validate.args20.parsed",
		by: "cpu", against: "floor: written by hand", most: 2},
	{what: "… its allocations", id: "validate.args20.parsed", by: "allocs", most: 0},
	{what: "a call that returns 10 MB", id: "call.out10m",
		by: "cpu", against: "floor: encode and syntax check", most: 2.1},
	{what: "… its peak memory", id: "memory.output",
		by: "rssKiB", most: 80, per: 1024, unit: "MiB"},
	{what: "the first program of a process", id: "code.cold",
		by: "ns", most: 60, per: 1e6, unit: "ms"},
	{what: "a trivial program, warm", id: "code.trivial",
		by: "cpu", most: 1.8, per: 1e6, unit: "ms"},
	{what: "a sequential binding call, with the whole pipeline", id: "code.calls1000.sequential",
		by: "ns", against: engineFloor, most: 1.25},
	{what: "1,000 calls under Promise.all, with the whole pipeline", id: "code.calls1000.promiseall",
		by: "ns", most: 50, per: 1e6, unit: "ms"},
	{what: "a result of 64 MiB from a program", id: "code.result64m.string",
		by: "ns", most: 600, per: 1e6, unit: "ms"},
	{what: "… its peak memory", id: "memory.codebig",
		by: "rssKiB", most: 300, per: 1024, unit: "MiB"},
	{what: "bash running `true`", id: "bash.true",
		by: "ns", against: "floor: Go os/exec bash -c true, own group, two pipes", most: 1.2},
	{what: "first window of a 10 MB file", id: "fs.read10m",
		by: "cpu", against: "floor: read, first 2000 lines, count the rest", most: 2},
	{what: "… its peak memory", id: "memory.fs",
		by: "rssKiB", most: 42, per: 1024, unit: "MiB"},
	{what: "grep over 50,000 files", id: "search.grep.needle",
		by: "ns", against: "floor: ripgrep", most: 1.1},
	{what: "process start to the first call", id: "start.firstcall",
		by: "cpu", against: bareFloor, most: 3.5},
	{what: "… its peak memory", id: "memory.idle",
		by: "rssKiB", most: 13, per: 1024, unit: "MiB"},
}

// goalsTable says of each goal whether it is reached.
func goalsTable(m *measured) string {
	var b strings.Builder
	b.WriteString("| goal | measured | floor | ours | goal | reached |\n|---|---|---|---|---|---|\n")
	for _, h := range headlines {
		b.WriteString(h.row(m))
	}
	return b.String()
}

func (h headline) row(m *measured) string {
	ours := m.find(h.id, "ours")
	if ours == nil {
		return fmt.Sprintf("| %s | %s | | | | not measured |\n", h.what, words[h.by])
	}
	figure, floor, goal := ours.by(h.by), "", ""
	show := func(v float64) string { return printed(v, h.by) }
	is := figure
	switch {
	case h.against != "":
		base := m.find(h.baseCase(), h.against)
		if base == nil || base.by(h.by) == 0 {
			return fmt.Sprintf("| %s | %s | not here | %s | | not judged |\n", h.what, words[h.by], show(figure))
		}
		is = figure / base.by(h.by)
		floor, goal = show(base.by(h.by)), fmt.Sprintf("%s × at most, is %.2f ×", plain(h.most), is)
	case h.unit != "":
		is = figure / h.per
		goal = fmt.Sprintf("%s %s at most, is %s", plain(h.most), h.unit, digits(is))
	default:
		goal = fmt.Sprintf("%s at most", plain(h.most))
	}
	verdict := "**no**"
	if is <= h.most {
		verdict = "yes"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", h.what, words[h.by], floor, show(figure), goal, verdict)
}

func (h headline) baseCase() string {
	if h.other != "" {
		return h.other
	}
	return h.id
}

// printed prints a figure in the unit of its word.
func printed(v float64, by string) string {
	switch by {
	case "rssKiB":
		return size(v * 1024)
	case "allocs":
		return digits(v)
	}
	return duration([]float64{v})
}

// plain prints a number without needless zeros.
func plain(v float64) string { return fmt.Sprintf("%g", v) }
