// Package graph draws directed graphs: as Mermaid text for pages, and as SVG for
// readers without a plug-in.
package graph

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-graphviz"
)

// Graph is a directed graph, drawn from top to bottom.
type Graph struct {
	Nodes []Node
	Edges []Edge
	// Ranks are groups of nodes that stand on one line, by id, from top to bottom.
	Ranks [][]string
}

// Node is one box.
type Node struct {
	ID, Label string
	// Round marks the ends of the graph.
	Round bool
}

// Edge is one arrow.
type Edge struct {
	From, To, Label string
	// Main marks the arrows to read first.
	Main bool
}

// Mermaid returns the graph as a Mermaid flowchart.
func (g Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	for _, n := range g.Nodes {
		open, end := "[", "]"
		if n.Round {
			open, end = "([", "])"
		}
		fmt.Fprintf(&b, "    %s%s%q%s\n", id(n.ID), open, n.Label, end)
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Main {
			arrow = "==>"
		}
		if e.Label != "" {
			arrow += fmt.Sprintf("|%q|", e.Label)
		}
		fmt.Fprintf(&b, "    %s %s %s\n", id(e.From), arrow, id(e.To))
	}
	return strings.TrimRight(b.String(), "\n")
}

// id is a node's identifier that no word of the language can be mistaken for.
func id(name string) string {
	return "n_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
}

// DOT returns the graph in the language of Graphviz.
func (g Graph) DOT() string {
	var b strings.Builder
	b.WriteString("digraph {\n" +
		"\trankdir=TB; ranksep=0.35; nodesep=0.3; bgcolor=\"white\";\n" +
		"\tnode [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f6f8\", color=\"#57606a\", fontname=\"Helvetica\", fontsize=12, height=0.3];\n" +
		"\tedge [color=\"#8c959f\", fontname=\"Helvetica\", fontsize=9, fontcolor=\"#57606a\", arrowsize=0.7];\n")
	for _, n := range g.Nodes {
		shape := ""
		if n.Round {
			shape = `, style="filled", shape=oval, fillcolor="#ddf4ff"`
		}
		fmt.Fprintf(&b, "\t%s [label=%q%s];\n", id(n.ID), n.Label, shape)
	}
	for _, e := range g.Edges {
		style := ""
		if e.Main {
			style = `, color="#24292f", penwidth=2, weight=8`
		}
		fmt.Fprintf(&b, "\t%s -> %s [label=%q%s];\n", id(e.From), id(e.To), e.Label, style)
	}
	for _, rank := range g.Ranks {
		b.WriteString("\t{ rank=same;")
		for _, name := range rank {
			b.WriteString(" " + id(name) + ";")
		}
		b.WriteString(" }\n")
	}
	for i := 1; i < len(g.Ranks); i++ {
		fmt.Fprintf(&b, "\t%s -> %s [style=invis];\n", id(g.Ranks[i-1][0]), id(g.Ranks[i][0]))
	}
	b.WriteString("}\n")
	return b.String()
}

// SVG draws the graph.
func (g Graph) SVG(ctx context.Context) (string, error) {
	viz, err := graphviz.New(ctx)
	if err != nil {
		return "", fmt.Errorf("graphviz: %w", err)
	}
	parsed, err := graphviz.ParseBytes([]byte(g.DOT()))
	if err != nil {
		return "", fmt.Errorf("graphviz: %w", err)
	}
	var out bytes.Buffer
	if err := viz.Render(ctx, parsed, graphviz.SVG, &out); err != nil {
		return "", fmt.Errorf("graphviz: %w", err)
	}
	if err := parsed.Close(); err != nil {
		return "", fmt.Errorf("graphviz: %w", err)
	}
	_, drawing, found := strings.Cut(out.String(), "<svg")
	if !found {
		return "", fmt.Errorf("graphviz drew no picture")
	}
	drawing = remarks.ReplaceAllString(drawing, "")
	return "<svg" + strings.ReplaceAll(strings.TrimRight(drawing, "\n"), "&#45;", "-") + "\n", nil
}

var remarks = regexp.MustCompile(`<!--[^>]*(?:->[^>]*)?-->\n`)
