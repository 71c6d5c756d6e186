package graph_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/graph"
	"github.com/google/go-cmp/cmp"
)

func sample() graph.Graph {
	return graph.Graph{
		Nodes: []graph.Node{{ID: "call", Label: "call", Round: true}, {ID: "pre-execute", Label: "pre-execute"}},
		Edges: []graph.Edge{{From: "call", To: "pre-execute", Main: true}, {From: "pre-execute", To: "call", Label: "never"}},
	}
}

func TestMermaid(t *testing.T) {
	want := `flowchart TD
    n_call(["call"])
    n_pre_execute["pre-execute"]
    n_call ==> n_pre_execute
    n_pre_execute -->|"never"| n_call`
	if diff := cmp.Diff(want, sample().Mermaid()); diff != "" {
		t.Error(diff)
	}
}

func TestSVGIsTheSameEachTime(t *testing.T) {
	first, err := sample().SVG(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second, err := sample().SVG(t.Context())
	if err != nil || first != second {
		t.Errorf("drawn differently, %v", err)
	}
	if !strings.HasPrefix(first, "<svg") || !strings.Contains(first, ">never<") {
		t.Errorf("got %.300s", first)
	}
}
