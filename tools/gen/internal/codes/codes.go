// Package codes reads every exported error code of the product.
package codes

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"golang.org/x/tools/go/packages"
)

// Read returns the codes, sorted by value and package. A code without a comment
// is an error.
func Read(t *source.Tree) ([]model.Code, error) {
	var all []model.Code
	var wrong []error
	for _, p := range t.Product() {
		for _, spec := range constants(p) {
			for i, name := range spec.Names {
				value, ok := codeValue(p, name)
				if !ok {
					continue
				}
				c := model.Code{
					Value: value, Constant: name.Name, Package: source.Dir(p.PkgPath),
					Doc: explanation(name.Name, docOf(spec)),
				}
				if i > 0 || c.Doc == "" {
					wrong = append(wrong, fmt.Errorf(
						"%s: code %s (%s) has no comment: say when it is reported and what to do about it",
						c.Package, name.Name, value))
				}
				all = append(all, c)
			}
		}
	}
	users(t, all)
	slices.SortFunc(all, func(a, b model.Code) int {
		return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Package, b.Package))
	})
	return all, errors.Join(wrong...)
}

// constants returns the constant specifications of a package. The comment of a
// declaration with one of them is moved to it.
func constants(p *packages.Package) []*ast.ValueSpec {
	var specs []*ast.ValueSpec
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.CONST {
				continue
			}
			for _, s := range gen.Specs {
				spec := s.(*ast.ValueSpec)
				if spec.Doc == nil && !gen.Lparen.IsValid() {
					spec.Doc = gen.Doc
				}
				specs = append(specs, spec)
			}
		}
	}
	return specs
}

func docOf(spec *ast.ValueSpec) string {
	if text := source.Text(spec.Doc); text != "" {
		return text
	}
	return source.Text(spec.Comment)
}

// explanation is the comment without the constant's name in front.
func explanation(name, doc string) string {
	rest, ok := strings.CutPrefix(doc, name)
	if !ok {
		return doc
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, " is"), ": ")
	if rest == "" {
		return ""
	}
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// codeValue returns the text of an exported constant of a string type that is
// named Code.
func codeValue(p *packages.Package, name *ast.Ident) (string, bool) {
	c, ok := p.TypesInfo.Defs[name].(*types.Const)
	if !ok || !c.Exported() || c.Parent() != p.Types.Scope() || !IsCode(c) {
		return "", false
	}
	return constant.StringVal(c.Val()), true
}

// IsCode reports whether a constant is an error code.
func IsCode(c *types.Const) bool {
	named, ok := types.Unalias(c.Type()).(*types.Named)
	return ok && named.Obj().Name() == "Code" && c.Val().Kind() == constant.String
}

// users fills in who mentions each code.
func users(t *source.Tree, all []model.Code) {
	index := map[string]*model.Code{}
	for i := range all {
		index[all[i].Package+"."+all[i].Constant] = &all[i]
	}
	for _, p := range t.Product() {
		dir := source.Dir(p.PkgPath)
		for _, obj := range p.TypesInfo.Uses {
			c, ok := obj.(*types.Const)
			if !ok || c.Pkg() == nil || !IsCode(c) {
				continue
			}
			code := index[source.Dir(c.Pkg().Path())+"."+c.Name()]
			if code != nil && !slices.Contains(code.Users, dir) {
				code.Users = append(code.Users, dir)
			}
		}
	}
	for i := range all {
		slices.Sort(all[i].Users)
	}
}
