package pipeline

import (
	"context"
	"fmt"
	"slices"

	"github.com/dsh-go/dsh/tools/gen/internal/graph"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// Mermaid returns the observed graph as a Mermaid flowchart.
func Mermaid(p model.Pipeline) string { return picture(p).Mermaid() }

// SVG draws the observed graph.
func SVG(ctx context.Context, p model.Pipeline) (string, error) { return picture(p).SVG(ctx) }

// picture marks the way of an undisturbed call, the first scenario, and names on
// every other arrow what takes it.
func picture(p model.Pipeline) graph.Graph {
	g := graph.Graph{Nodes: []graph.Node{{ID: Entry, Label: Entry, Round: true}}}
	for _, s := range p.Stages {
		g.Nodes = append(g.Nodes, graph.Node{ID: s.Name, Label: s.Name})
	}
	g.Nodes = append(g.Nodes, graph.Node{ID: Exit, Label: Exit, Round: true})
	for _, e := range p.Edges {
		edge := graph.Edge{From: e.From, To: e.To, Main: slices.Contains(e.Scenarios, p.Scenarios[0].Name)}
		if !edge.Main {
			edge.Label = e.Scenarios[0]
			if n := len(e.Scenarios); n > 1 {
				edge.Label += fmt.Sprintf(" and %d more", n-1)
			}
		}
		g.Edges = append(g.Edges, edge)
	}
	return g
}
