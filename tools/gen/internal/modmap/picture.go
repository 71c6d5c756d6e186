package modmap

import (
	"context"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/graph"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// SVG draws the modules that are released, a layer on each line. An arrow that
// others imply is left out.
func SVG(ctx context.Context, all []model.Module) (string, error) { return picture(all).SVG(ctx) }

// Mermaid returns the same graph as a Mermaid flowchart.
func Mermaid(all []model.Module) string { return picture(all).Mermaid() }

func picture(all []model.Module) graph.Graph {
	var g graph.Graph
	needs := map[string][]string{}
	for _, m := range all {
		if m.Set != "" {
			needs[m.Dir] = m.Needs
		}
	}
	ranks := map[int][]string{}
	for _, m := range slices.Backward(all) {
		if m.Set == "" {
			continue
		}
		g.Nodes = append(g.Nodes, graph.Node{ID: m.Dir, Label: short(m.Dir)})
		ranks[m.Layer] = append(ranks[m.Layer], m.Dir)
		for _, to := range m.Needs {
			if _, drawn := needs[to]; drawn && !implied(needs, m.Dir, to) {
				g.Edges = append(g.Edges, graph.Edge{From: m.Dir, To: to})
			}
		}
	}
	for layer := highest(all); layer >= 0; layer-- {
		if len(ranks[layer]) > 0 {
			g.Ranks = append(g.Ranks, ranks[layer])
		}
	}
	return g
}

func highest(all []model.Module) int {
	top := 0
	for _, m := range all {
		top = max(top, m.Layer)
	}
	return top
}

// implied reports whether from reaches to through another module.
func implied(needs map[string][]string, from, to string) bool {
	for _, via := range needs[from] {
		if via != to && reaches(needs, via, to, map[string]bool{}) {
			return true
		}
	}
	return false
}

func reaches(needs map[string][]string, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(needs[from], func(via string) bool { return reaches(needs, via, to, seen) })
}

func short(dir string) string {
	dir = strings.TrimPrefix(dir, "packages/")
	return strings.TrimPrefix(dir, "core/")
}
