// Package modmap describes the modules of the workspace for readers: what each
// is for, its layer, what it needs.
package modmap

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

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
			wrong = append(wrong, fmt.Errorf("%s has no layer: add it to tools/gen/internal/modules/layers.go",
				dir))
		}
		m := model.Module{Dir: dir, Layer: layer, Set: setOf(w.Sets, dir)}
		m.Package, m.Summary = describe(t, dir)
		if m.Summary == "" {
			m.Summary = readSummary(filepath.Join(w.Root, filepath.FromSlash(dir)))
		}
		if m.Summary == "" {
			wrong = append(wrong, fmt.Errorf("%s: no package of the module has a comment: say in doc.go what it is for",
				dir))
		}
		requirements(w.Modules[dir], imported(t, dir), &m)
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
				return p.Name, source.Summary(text)
			}
		}
		if at == dir {
			return p.Name, ""
		}
	}
	return path.Base(dir), ""
}

// readSummary reads the comment of a package that was not loaded: a module that
// stays out of the workspace.
func readSummary(dir string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return ""
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err == nil && file.Doc != nil {
			return source.Summary(source.Text(file.Doc))
		}
	}
	return ""
}

// imported returns what the packages of a module import, without their tests; nil
// for a module that was not loaded.
func imported(t *source.Tree, dir string) map[string]bool {
	var all map[string]bool
	for _, p := range t.Packages {
		if p.Module == nil || source.Dir(p.Module.Path) != dir {
			continue
		}
		if all == nil {
			all = map[string]bool{}
		}
		for path := range p.Imports {
			all[path] = true
		}
	}
	return all
}

// requirements are the modules that are required directly, less those that only
// tests need.
func requirements(mod *modules.Module, imports map[string]bool, m *model.Module) {
	for _, r := range mod.File.Require {
		path := r.Mod.Path
		if r.Indirect || imports != nil && !uses(imports, path) {
			continue
		}
		if dir, ours := strings.CutPrefix(path, modules.Prefix); ours {
			m.Needs = append(m.Needs, dir)
		} else {
			m.Foreign = append(m.Foreign, path)
		}
	}
	slices.Sort(m.Needs)
	slices.Sort(m.Foreign)
}

func uses(imports map[string]bool, module string) bool {
	for path := range imports {
		if path == module || strings.HasPrefix(path, module+"/") {
			return true
		}
	}
	return false
}

func setOf(sets *modules.Sets, dir string) string {
	for name, set := range sets.Sets {
		if slices.Contains(set.Modules, dir) {
			return name
		}
	}
	return ""
}
