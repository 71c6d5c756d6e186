package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// report writes the tables and the charts of a run and prints the tables. With
// -docs it also writes the regions and charts of the page about performance.
func report(o options) error {
	m, err := readRows(o.from)
	if err != nil {
		return err
	}
	all, err := parts()
	if err != nil {
		return err
	}
	dir := o.out
	if o.docs != "" {
		dir = filepath.Join(o.docs, "performance")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text, err := tables(m, all, dir)
	if err != nil {
		return err
	}
	if err := growthCharts(m, dir); err != nil {
		return err
	}
	if o.docs != "" {
		text = tablesHead + text
		if err := writePage(filepath.Join(o.docs, "performance.md"), m); err != nil {
			return err
		}
	}
	if o.docs == "" {
		if err := writeSummary(filepath.Join(dir, "tables.json"), m, all); err != nil {
			return err
		}
	}
	fmt.Print(goalsTable(m), "\n", text)
	fmt.Fprintln(os.Stderr, "written to", dir)
	return os.WriteFile(filepath.Join(dir, "tables.md"), []byte(text), 0o644)
}

const tablesHead = `# Performance: all tables

Written by the [suite](../../bench/README.md); what the figures are and how they come about is on the
[page about performance](../performance.md).

`

// tables writes every part with its chart.
func tables(m *measured, all []part, dir string) (string, error) {
	var b strings.Builder
	for i, p := range all {
		p.ids = slices.DeleteFunc(p.ids, func(id string) bool { return m.cases[id] == nil })
		if len(p.ids) == 0 {
			continue
		}
		writePart(&b, p, m)
		chart := fmt.Sprintf("part%d.svg", i+1)
		drawn, err := ratioChart(p, m, filepath.Join(dir, chart))
		if err != nil {
			return "", fmt.Errorf("%s: %w", chart, err)
		}
		if drawn {
			fmt.Fprintf(&b, "\n![%s](%s)\n", p.title, chart)
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}

func writePart(b *strings.Builder, p part, m *measured) {
	fmt.Fprintf(b, "## %s\n\n", p.title)
	b.WriteString(
		"| implementation | wall | processor | B/op | allocs/op | memory | ours / this |\n|---|---|---|---|---|---|---|\n",
	)
	missing := absent()
	for _, id := range p.ids {
		t := p.texts[id]
		fmt.Fprintf(b, "| **`%s`** %s. *%s* | | | | | | |\n", id, t.Title, t.Conclude)
		ours := m.find(id, "ours")
		for _, f := range m.cases[id] {
			fmt.Fprintf(
				b,
				"| %s | %s | %s | %s | %s | %s | %s |\n",
				f.impl,
				duration(f.ns),
				duration(f.cpu),
				perOp(f),
				count(f.allocs),
				memory(f),
				ratio(id, ours, f),
			)
		}
		for _, a := range missing {
			if a.id == id && m.find(id, a.impl) == nil {
				fmt.Fprintf(b, "| %s | not here | | | | | |\n", a.impl)
			}
		}
		for _, g := range t.Goals {
			writeGoal(b, g, ours, m.find(id, g.Against))
		}
	}
}

// writeGoal says whether a goal against something measured here is met.
func writeGoal(b *strings.Builder, g goal, ours, other *figures) {
	if ours == nil || other == nil || ours.by(g.By) == 0 {
		return
	}
	verdict, is := "missed", ours.by(g.By)/other.by(g.By)
	if is <= 1/g.Factor {
		verdict = "met"
	}
	fmt.Fprintf(
		b,
		"| goal: at most %.2f × %s, %s | | | | | | %.2f: %s |\n",
		1/g.Factor,
		g.Against,
		words[g.By],
		is,
		verdict,
	)
}

var words = map[string]string{
	"ns":     "wall",
	"cpu":    "processor",
	"rssKiB": "memory",
	"bytes":  "memory",
	"allocs": "allocations",
}

// ratio is how many times the others' figure ours is, by the word that suits the
// case.
func ratio(id string, ours, f *figures) string {
	if ours == nil || ours == f {
		return ""
	}
	by := ours.main(id)
	if a, b := ours.by(by), f.by(by); a > 0 && b > 0 {
		return digits(a/b) + " " + words[by]
	}
	return ""
}

// byWall tells the cases of which wall time is the question: waiting, processes
// and threads.
func byWall(id string) bool {
	return strings.HasPrefix(id, "code.") || strings.HasPrefix(id, "bash.") ||
		strings.HasPrefix(id, "search.") ||
		id == "batch.1000x10.sleep1ms" ||
		id == "limit.exec.true"
}
