package main

import (
	"encoding/json"
	"os"
)

// summary is one row of a table, for programs: medians, and ours divided by it.
type summary struct {
	Part   string  `json:"part"`
	Case   string  `json:"case"`
	Impl   string  `json:"impl"`
	NS     float64 `json:"ns,omitempty"`
	CPU    float64 `json:"cpu,omitempty"`
	Bytes  float64 `json:"bytes,omitempty"`
	Allocs float64 `json:"allocs,omitempty"`
	RSS    float64 `json:"rssKiB,omitempty"`
	// Ratio is ours divided by this, by the figure that By names.
	Ratio float64 `json:"oursByThis,omitempty"`
	By    string  `json:"by,omitempty"`
	// Samples is the number of rounds that have the row.
	Samples int `json:"samples"`
}

// writeSummary writes the tables as JSON.
func writeSummary(path string, m *measured, all []part) error {
	var list []summary
	for _, p := range all {
		for _, id := range p.ids {
			ours := m.find(id, "ours")
			for _, f := range m.cases[id] {
				list = append(list, summarise(p.title, id, ours, f))
			}
		}
	}
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

func summarise(part, id string, ours, f *figures) summary {
	s := summary{
		Part: part, Case: id, Impl: f.impl, NS: f.by("ns"), CPU: f.by("cpu"), Bytes: f.by("bytes"),
		Allocs: f.by("allocs"), RSS: f.by("rssKiB"),
		Samples: max(len(f.ns), len(f.rssK), len(f.bytes)),
	}
	if ours == nil || ours == f {
		return s
	}
	by := ours.main(id)
	if theirs := f.by(by); theirs > 0 {
		s.Ratio, s.By = ours.by(by)/theirs, by
	}
	return s
}
