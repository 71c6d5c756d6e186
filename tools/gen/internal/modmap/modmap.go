// Package modmap describes the modules of the workspace for readers: what each
// is for, its layer, what it needs.
package modmap

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/graph"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
)

// Read returns the modules in the order of their layers and directories. A
// module without a layer, or whose package has no comment, is an error.
func Read(w *modules.Workspace, t *source.Tree) ([]model.Module, error) {
	var all []model.Module
	var wrong []error
	for _, dir := range w.Dirs() {
		layer, ok := modules.Layer(dir)
		if !ok {
			wrong = append(wrong, fmt.Errorf("%s has no layer: add it to tools/gen/internal/modules/layers.go", dir))
		}
		m := model.Module{Dir: dir, Layer: layer, Set: setOf(w.Sets, dir)}
		m.Package, m.Summary = describe(t, dir)
		if m.Summary == "" {
			wrong = append(wrong, fmt.Errorf("%s: no package of the module has a comment: say in doc.go what it is for", dir))
		}
		requirements(w.Modules[dir], &m)
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b model.Module) int { return a.Layer - b.Layer })
	return all, errors.Join(wrong...)
}

// describe reads the package at the module's root, or else its first package.
func describe(t *source.Tree, dir string) (name, summary string) {
	for _, p := range t.Packages {
		at := source.Dir(p.PkgPath)
		if at != dir && !strings.HasPrefix(at, dir+"/") || p.Module == nil || source.Dir(p.Module.Path) != dir {
			continue
		}
		for _, file := range p.Syntax {
			if text := source.Text(file.Doc); text != "" {
				return p.Name, source.First(text)
			}
		}
		if at == dir {
			return p.Name, ""
		}
	}
	return path.Base(dir), ""
}

func requirements(mod *modules.Module, m *model.Module) {
	for _, r := range mod.File.Require {
		switch dir, ours := strings.CutPrefix(r.Mod.Path, modules.Prefix); {
		case r.Indirect:
		case ours:
			m.Needs = append(m.Needs, dir)
		default:
			m.Foreign = append(m.Foreign, r.Mod.Path)
		}
	}
	slices.Sort(m.Needs)
	slices.Sort(m.Foreign)
}

func setOf(sets *modules.Sets, dir string) string {
	for name, set := range sets.Sets {
		if slices.Contains(set.Modules, dir) {
			return name
		}
	}
	return ""
}

// SVG draws the modules that are released, a layer on each line. An arrow that
// others imply is left out.
func SVG(ctx context.Context, all []model.Module) (string, error) { return picture(all).SVG(ctx) }

// Mermaid returns the same graph as a Mermaid flowchart.
func Mermaid(all []model.Module) string { return picture(all).Mermaid() }

func picture(all []model.Module) graph.Graph {
	var g graph.Graph
	ranks := map[int][]string{}
	needs := map[string][]string{}
	for _, m := range all {
		needs[m.Dir] = m.Needs
	}
	for _, m := range slices.Backward(all) {
		if m.Set == "" {
			continue
		}
		g.Nodes = append(g.Nodes, graph.Node{ID: m.Dir, Label: short(m.Dir)})
		ranks[m.Layer] = append(ranks[m.Layer], m.Dir)
		for _, to := range m.Needs {
			if !implied(needs, m.Dir, to) {
				g.Edges = append(g.Edges, graph.Edge{From: m.Dir, To: to})
			}
		}
	}
	for layer := range len(ranks) + 4 {
		if len(ranks[layer]) > 1 {
			g.Ranks = append(g.Ranks, ranks[layer])
		}
	}
	return g
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
