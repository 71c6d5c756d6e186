package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"golang.org/x/tools/go/analysis"
)

// Packages that the analyzers know.
const (
	scopePath = modules.Prefix + "packages/core/scope"
	eventPath = scopePath + "/event"
	fxPath    = "go.uber.org/fx"
)

// named returns the named type that t is or points to, nil if it is none.
func named(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// isNamed reports whether t is, or points to, the type of that package and name.
func isNamed(t types.Type, path, name string) bool {
	n := named(t)
	return n != nil && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// isEvent reports whether t is, or points to, one of the kinds of events.
func isEvent(t types.Type) bool {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != eventPath {
		return false
	}
	switch n.Obj().Name() {
	case "Waterfall", "Notice", "Parallel", "Serial", "Broadcast":
		return true
	}
	return false
}

// method returns the receiver and the name of a method that a call calls.
func method(call *ast.CallExpr) (receiver ast.Expr, name string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	return sel.X, sel.Sel.Name
}

// selected returns the field that an expression selects, nil if it does not.
func selected(info *types.Info, x ast.Expr) *types.Var {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if s := info.Selections[sel]; s != nil && s.Kind() == types.FieldVal {
		field, _ := s.Obj().(*types.Var)
		return field
	}
	return nil
}

// home is a package's path without what marks the tests of a package.
func home(path string) string { return strings.TrimSuffix(path, "_test") }

// dirOf returns the directory of a package below the root, or false for packages
// from elsewhere.
func dirOf(path string) (string, bool) {
	// Test variants are named "path [path.test]".
	path, _, _ = strings.Cut(path, " ")
	return strings.CutPrefix(home(path), modules.Prefix)
}

func inTest(pass *analysis.Pass, pos token.Pos) bool {
	return strings.HasSuffix(pass.Fset.Position(pos).Filename, "_test.go")
}

func fileName(pass *analysis.Pass, pos token.Pos) string {
	return filepath.Base(pass.Fset.Position(pos).Filename)
}

// body is a function that is written down in the package: a literal, or a
// declaration that an expression names.
type body struct {
	typ   *ast.FuncType
	block *ast.BlockStmt
	pos   token.Pos
}

// bodyOf finds the function that an expression stands for, nil if it is not
// written in this package.
func bodyOf(pass *analysis.Pass, x ast.Expr) *body {
	switch x := ast.Unparen(x).(type) {
	case *ast.FuncLit:
		return &body{x.Type, x.Body, x.Pos()}
	case *ast.Ident:
		return declared(pass, pass.TypesInfo.Uses[x])
	case *ast.SelectorExpr:
		return declared(pass, pass.TypesInfo.Uses[x.Sel])
	case *ast.IndexExpr:
		return bodyOf(pass, x.X)
	}
	return nil
}

func declared(pass *analysis.Pass, obj types.Object) *body {
	f, ok := obj.(*types.Func)
	if !ok || f.Pkg() != pass.Pkg {
		return nil
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Body != nil && pass.TypesInfo.Defs[fn.Name] == f.Origin() {
				return &body{fn.Type, fn.Body, fn.Pos()}
			}
		}
	}
	return nil
}
