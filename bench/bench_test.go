package main

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/bench/internal/meter"
)

func TestCasesAreExplained(t *testing.T) {
	all, err := parts()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, p := range all {
		for _, id := range p.ids {
			known[id] = true
			if c := p.texts[id]; c.Title == "" || !strings.HasSuffix(c.Conclude, ".") {
				t.Errorf("%s does not say what it measures and what to conclude: %+v", id, c)
			}
		}
	}
	for _, h := range headlines {
		if !known[h.id] || !known[h.baseCase()] {
			t.Errorf("the goal %q is about a case that does not exist", h.what)
		}
	}
	for _, c := range curves {
		for _, n := range c.at {
			if id := c.caseOf(n); !known[id] {
				t.Errorf("the chart %s needs %s, which does not exist", c.file, id)
			}
		}
	}
}

func TestGoalsAreJudged(t *testing.T) {
	m := &measured{cases: map[string][]*figures{}}
	for _, ns := range []int64{100, 300, 200} {
		m.add(meter.Row{Case: "call.noop.listeners0", Impl: "ours", NS: ns, CPU: ns})
		m.add(meter.Row{Case: "call.noop.listeners0", Impl: typedFloor, NS: ns, CPU: ns / 4})
	}
	const want = "| one no-op typed call through all stages | processor | 50 ns | 200 ns | 3 × at most, is 4.00 × | **no** |\n"
	if got := headlines[0].row(m); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	if got := headlines[2].row(m); !strings.Contains(got, "not measured") {
		t.Errorf("a case without rows is judged: %s", got)
	}
	m.add(meter.Row{Case: "search.grep.needle", Impl: "ours", NS: 5})
	for _, h := range headlines {
		if got := h.row(m); h.id == "search.grep.needle" && !strings.Contains(got, "not here") {
			t.Errorf("a goal without its floor is judged: %s", got)
		}
	}
}

func TestRegionsAreReplaced(t *testing.T) {
	const page = "a\n<!-- BEGIN bench x -->\nold\n<!-- END bench x -->\nb\n"
	got, err := replaceRegion(page, "x", "new\n")
	if want := strings.Replace(page, "old", "new", 1); err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := replaceRegion(page, "y", ""); err == nil {
		t.Error("a region without marks is replaced")
	}
}

func TestEngineOutputIsRead(t *testing.T) {
	rows, err := engineRows([]byte("goos: linux\n" +
		"BenchmarkCallsSequential/Floor-2 \t 9\t 38000000 ns/op\t 39000.5 cpu-µs/op\t 467 B/op\t 49 allocs/op\n" +
		"BenchmarkCallsSequential/Elsewhere-2 \t 9\t 1 ns/op\t 2 cpu-µs/op\t 3 B/op\t 4 allocs/op\nPASS\n"))
	want := `{"case":"code.calls1000.sequential","impl":"` + engineFloor + `","ns":38000000,"cpu":39000500,"bytes":467,"allocs":49}` + "\n" +
		`{"case":"code.calls1000.sequential","impl":"` + engineElsewhere + `","ns":1,"cpu":2000,"bytes":3,"allocs":4}` + "\n"
	if err != nil || string(rows) != want {
		t.Errorf("got  %s, %v\nwant %s", rows, err, want)
	}
	if _, err := engineRows([]byte("PASS\n")); err == nil {
		t.Error("output without a figure is accepted")
	}
}

func TestFiguresAreShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.0013: "0.0013", 1.234: "1.23", 12.34: "12.3", 3: "3", 123.4: "123"} {
		if got := digits(v); got != want {
			t.Errorf("digits(%v) = %q, want %q", v, got, want)
		}
	}
}
