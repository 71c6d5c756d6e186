package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/bench/internal/meter"
)

//go:embed cases.json
var casesText []byte

// part is a group of cases, in the order of the tables.
type part struct {
	Part  string          `json:"part"`
	Cases json.RawMessage `json:"cases"`
}

// goal is met when the figure of Against divided by ours is at least Factor.
type goal struct {
	Against string  `json:"against"`
	By      string  `json:"by"`
	Factor  float64 `json:"factor"`
}

type caseText struct {
	Title string `json:"title"`
	Goals []goal `json:"goals"`
	Why   string `json:"why"`
}

// figures are the samples of one implementation of one case.
type figures struct {
	impl                         string
	ns, cpu, bytes, allocs, rssK []float64
}

// by returns the median by a goal's word.
func (f *figures) by(word string) float64 {
	switch word {
	case "cpu":
		return median(f.cpu)
	case "rssKiB":
		return median(f.rssK)
	}
	return median(f.ns)
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}

// measured are the figures by case, implementations in the order of their first
// row.
type measured map[string][]*figures

func readRows(path string) (measured, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m := measured{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r meter.Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		m.add(r)
	}
	return m, lines.Err()
}

func (m measured) add(r meter.Row) {
	i := slices.IndexFunc(m[r.Case], func(f *figures) bool { return f.impl == r.Impl })
	if i < 0 {
		i = len(m[r.Case])
		m[r.Case] = append(m[r.Case], &figures{impl: r.Impl})
	}
	f := m[r.Case][i]
	for _, v := range []struct {
		to    *[]float64
		value int64
	}{{&f.ns, r.NS}, {&f.cpu, r.CPU}, {&f.rssK, r.RSS}} {
		if v.value > 0 {
			*v.to = append(*v.to, float64(v.value))
		}
	}
	if r.Bytes != nil {
		f.bytes = append(f.bytes, float64(*r.Bytes))
	}
	if r.Allocs != nil {
		f.allocs = append(f.allocs, float64(*r.Allocs))
	}
}

// report writes table.md and the charts, and prints the table.
func report(rows, dir string) error {
	m, err := readRows(rows)
	if err != nil {
		return err
	}
	var parts []part
	if err := json.Unmarshal(casesText, &parts); err != nil {
		return fmt.Errorf("cases.json: %w", err)
	}
	var b strings.Builder
	for i, p := range parts {
		ids, texts, err := orderedCases(p.Cases)
		if err != nil {
			return fmt.Errorf("cases.json: %s: %w", p.Part, err)
		}
		ids = slices.DeleteFunc(ids, func(id string) bool { return m[id] == nil })
		if len(ids) == 0 {
			continue
		}
		writePart(&b, p.Part, ids, texts, m)
		chart := fmt.Sprintf("part%d.svg", i+1)
		if err := os.WriteFile(filepath.Join(dir, chart), []byte(ratioChart(p.Part, ids, m)), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n![%s](%s)\n\n", p.Part, chart)
	}
	if err := os.WriteFile(filepath.Join(dir, "growth.svg"), []byte(growthChart(m)), 0o644); err != nil {
		return err
	}
	fmt.Print(b.String())
	fmt.Fprintln(os.Stderr, "written to", dir)
	return os.WriteFile(filepath.Join(dir, "table.md"), []byte(b.String()), 0o644)
}

// orderedCases keeps the order in which the file lists the cases.
func orderedCases(text json.RawMessage) ([]string, map[string]caseText, error) {
	var texts map[string]caseText
	if err := json.Unmarshal(text, &texts); err != nil {
		return nil, nil, err
	}
	var ids []string
	dec := json.NewDecoder(strings.NewReader(string(text)))
	if _, err := dec.Token(); err != nil {
		return nil, nil, err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, fmt.Sprint(name))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return nil, nil, err
		}
	}
	return ids, texts, nil
}

func writePart(b *strings.Builder, title string, ids []string, texts map[string]caseText, m measured) {
	fmt.Fprintf(b, "### %s\n\n", title)
	b.WriteString("| case | implementation | wall, median | processor, median | B/op | allocs/op | peak memory | ours / this |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, id := range ids {
		label := "`" + id + "`"
		if t := texts[id].Title; t != "" {
			label += ": " + t
		}
		ours := find(m[id], "ours")
		for _, f := range m[id] {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", label, f.impl, duration(median(f.ns)),
				duration(median(f.cpu)), size(f.bytes), count(f.allocs), size(scaled(f.rssK)), ratio(ours, f))
			label = ""
		}
		for _, g := range texts[id].Goals {
			writeGoal(b, id, g, m[id])
		}
	}
}

// writeGoal says whether a goal against something measured here is met.
func writeGoal(b *strings.Builder, id string, g goal, all []*figures) {
	ours, other := find(all, "ours"), find(all, g.Against)
	if ours == nil || other == nil || ours.by(g.By) == 0 {
		return
	}
	verdict, factor := "missed", other.by(g.By)/ours.by(g.By)
	if factor >= g.Factor {
		verdict = "met"
	}
	fmt.Fprintf(b, "| | goal of `%s` against %s by %s: factor %.3g, it is %.3g: %s | | | | | | |\n", id, g.Against, g.By, g.Factor, factor, verdict)
}

func find(all []*figures, impl string) *figures {
	i := slices.IndexFunc(all, func(f *figures) bool { return f.impl == impl })
	if i < 0 {
		return nil
	}
	return all[i]
}

func ratio(ours, f *figures) string {
	if ours == nil || ours == f {
		return ""
	}
	for _, by := range []string{"cpu", "ns", "rssKiB"} {
		if a, b := ours.by(by), f.by(by); a > 0 && b > 0 {
			return fmt.Sprintf("%.3g %s", a/b, by)
		}
	}
	return ""
}

func scaled(kib []float64) []float64 {
	out := make([]float64, len(kib))
	for i, v := range kib {
		out[i] = v * 1024
	}
	return out
}

func duration(ns float64) string {
	switch {
	case ns == 0:
		return ""
	case ns < 1e3:
		return fmt.Sprintf("%.3g ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	case ns < 1e9:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	}
	return fmt.Sprintf("%.3g s", ns/1e9)
}

func size(bytes []float64) string {
	v := median(bytes)
	switch {
	case len(bytes) == 0:
		return ""
	case v < 1<<10:
		return fmt.Sprintf("%.0f B", v)
	case v < 1<<20:
		return fmt.Sprintf("%.3g KiB", v/(1<<10))
	}
	return fmt.Sprintf("%.3g MiB", v/(1<<20))
}

func count(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", median(values))
}
