// Package config reads what plugins can be configured with: names and comments
// from the code, defaults by asking the plugins themselves.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"golang.org/x/tools/go/packages"
)

// Linked is a plugin that a preset links, and the presets whose rows mount it.
type Linked struct {
	Plugin  plugin.Plugin
	Presets []string
}

// PluginPackage declares plugins.
const PluginPackage = modules.Prefix + "packages/core/scope/plugin"

// Read returns the plugins of the product, sorted by name. Linked ones are asked
// for their defaults. A field without a comment is an error.
func Read(t *source.Tree, linked map[string]Linked) ([]model.Plugin, error) {
	var all []model.Plugin
	var wrong []error
	for _, p := range t.Product() {
		if strings.HasPrefix(source.Dir(p.PkgPath), "cmd/") {
			continue // a command may decode a row as its plugin does; it offers none
		}
		for _, d := range declared(p) {
			w := &walker{tree: t, plugin: d.name, defaults: defaultsOf(linked[d.name])}
			all = append(all, model.Plugin{
				Name: d.name, Package: source.Dir(p.PkgPath), Doc: packageDoc(p),
				Presets: linked[d.name].Presets, Fields: w.fields(d.config),
			})
			wrong = append(wrong, w.wrong...)
		}
	}
	slices.SortFunc(all, func(a, b model.Plugin) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Package, b.Package))
	})
	return all, errors.Join(wrong...)
}

// declaration is one call of plugin.Of.
type declaration struct {
	name   string
	config types.Type
}

func declared(p *packages.Package) []declaration {
	var list []declaration
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			id := called(call)
			if id == nil {
				return true
			}
			of := p.TypesInfo.Uses[id]
			if of == nil || of.Pkg() == nil || of.Pkg().Path() != PluginPackage || of.Name() != "Of" {
				return true
			}
			args := p.TypesInfo.Instances[id].TypeArgs
			name := p.TypesInfo.Types[call.Args[0]].Value
			if args.Len() == 1 && name != nil && name.Kind() == constant.String {
				list = append(list, declaration{constant.StringVal(name), args.At(0)})
			}
			return true
		})
	}
	return list
}

// called returns the name of what a call calls, also of an instance.
func called(call *ast.CallExpr) *ast.Ident {
	f := ast.Unparen(call.Fun)
	if index, ok := f.(*ast.IndexExpr); ok {
		f = index.X
	}
	switch f := f.(type) {
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.Ident:
		return f
	}
	return nil
}

func packageDoc(p *packages.Package) string {
	for _, file := range p.Syntax {
		if text := source.Text(file.Doc); text != "" {
			return source.Summary(text)
		}
	}
	return ""
}

func (w *walker) fail(format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Errorf("plugin %q: "+format, append([]any{w.plugin}, args...)...))
}
