package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/dsh-go/dsh/bench/internal/meter"
)

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
	case "bytes":
		return median(f.bytes)
	case "allocs":
		return median(f.allocs)
	}
	return median(f.ns)
}

// main is the word by which the case is best compared: processor time for work,
// wall time for programs and processes, memory where that is the question.
func (f *figures) main(id string) string {
	switch {
	case len(f.rssK) > 0:
		return "rssKiB"
	case len(f.ns) == 0:
		return "bytes"
	case byWall(id):
		return "ns"
	}
	return "cpu"
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
type measured struct {
	cases  map[string][]*figures
	rounds int
}

func readRows(path string) (*measured, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m := &measured{cases: map[string][]*figures{}}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r meter.Row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		m.add(r)
		m.rounds = max(m.rounds, r.Round)
	}
	return m, lines.Err()
}

func (m *measured) add(r meter.Row) {
	f := m.find(r.Case, r.Impl)
	if f == nil {
		f = &figures{impl: r.Impl}
		m.cases[r.Case] = append(m.cases[r.Case], f)
	}
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

// find returns the figures of an implementation, nil if there are none.
func (m *measured) find(id, impl string) *figures {
	for _, f := range m.cases[id] {
		if f.impl == impl {
			return f
		}
	}
	return nil
}
