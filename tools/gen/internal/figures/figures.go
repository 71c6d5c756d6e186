// Package figures holds the pictures of the concept pages: drawn by hand, as data,
// and laid out by the same library as the observed graphs.
package figures

import "github.com/dsh-go/dsh/tools/gen/internal/graph"

// All returns the figures by the name of their page.
func All() map[string]graph.Graph {
	return map[string]graph.Graph{
		"registry": registry(), "scopes": scopes(), "executors": executors(), "policies": policies(),
	}
}

func node(id, label string) graph.Node  { return graph.Node{ID: id, Label: label} }
func round(id, label string) graph.Node { return graph.Node{ID: id, Label: label, Round: true} }

func edge(from, to, label string) graph.Edge { return graph.Edge{From: from, To: to, Label: label} }
func chief(from, to, label string) graph.Edge {
	return graph.Edge{From: from, To: to, Label: label, Main: true}
}

// registry is how the view of one agent comes about.
func registry() graph.Graph {
	return graph.Graph{
		Nodes: []graph.Node{
			node("global", "global layer\nread, write, bash"),
			node("preset", "preset's layer\nbash (confined)"),
			node("restrict", "restriction of the agent\ndeny write"),
			node("agent", "agent's own layer\nnotes"),
			round("view", "what the agent sees\nread, bash (confined), notes"),
		},
		Edges: []graph.Edge{
			chief("global", "preset", "inherited; the nearest bash shadows"),
			chief("preset", "restrict", "inherited"),
			chief("restrict", "agent", "read, bash (confined)"),
			chief("agent", "view", "own tools are never filtered"),
		},
	}
}

// scopes is a process with a preset, two agents and a sub-agent.
func scopes() graph.Graph {
	return graph.Graph{
		Nodes: []graph.Node{
			node("root", "deployment\n(no key: global)"),
			node("rows", "rows of the deployment\ntimeouts, shell"),
			node("preset", "preset: coding\n(key)"), node("tools", "its rows\nread, edit, bash"),
			node("one", "agent 1\n(key)"), node("two", "agent 2\n(key)"), node("sub", "sub-agent of 1\n(key)"),
		},
		Edges: []graph.Edge{
			chief("root", "rows", "owns"), chief("root", "preset", "owns"), chief("preset", "tools", "owns"),
			chief("root", "one", "owns"), chief("root", "two", "owns"), chief("one", "sub", "owns"),
			edge("preset", "one", "is inherited by"), edge("preset", "two", "is inherited by"),
		},
	}
}

// executors is the way of a batch through either executor.
func executors() graph.Graph {
	return graph.Graph{
		Nodes: []graph.Node{
			round("model", "a model's response:\na batch of calls"),
			node("nearest", "the nearest executor"),
			node("native", "native\nevery tool by its name"), node("ptc", "ptc\nrun_code alone"),
			node("sandbox", "a program in the sandbox"),
			node("lane", "lane\nin order, one at a time"), node("pool", "pool\nbodies that may overlap"),
			round("pipeline", "the pipeline, call by call"),
		},
		Edges: []graph.Edge{
			chief("model", "nearest", ""), chief("nearest", "native", "or"), chief("nearest", "ptc", "or"),
			chief("native", "lane", "calls"), edge("ptc", "sandbox", "run_code is a call too"),
			edge("sandbox", "lane", "nested calls, in a lane of their own"),
			chief("lane", "pipeline", "prepare, complete"), chief("lane", "pool", "dispatch"),
			chief("pool", "pipeline", "wrappers and body"),
		},
	}
}

// policies is where each kind of policy stands on the way of a call.
func policies() graph.Graph {
	return graph.Graph{
		Nodes: []graph.Node{
			round("call", "call"),
			node("pre", "tools/pre-execute\nallow, deny, ask"), node("approver", "approver"),
			node("guard", "guards\nmay only deny"), node("execute", "tools/execute\nwrap the body"),
			node("body", "the tool's body"), node("post", "tools/post-execute\naccept, replace, block"),
			round("result", "tools/result\nobserve"),
		},
		Edges: []graph.Edge{
			chief("call", "pre", ""), chief("pre", "guard", "allow"), edge("pre", "approver", "ask"),
			edge("approver", "guard", "allowed once"), chief("guard", "execute", "no objection"),
			chief("execute", "body", "next"), chief("body", "post", "through the wrappers"),
			edge("pre", "post", "deny"), edge("guard", "post", "deny"), edge("approver", "post", "anything else"),
			chief("post", "result", ""),
		},
	}
}
