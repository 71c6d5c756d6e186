package vet

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// SumCase reports type switches over a sealed interface of this repository that
// leave out a variant. A default clause does not stand for variants to come,
// unless it says so with //dsh:rest.
var SumCase = &analysis.Analyzer{
	Name:     "sumcase",
	Doc:      "a type switch over a sealed interface names every variant",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      runSumCase,
}

func runSumCase(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.TypeSwitchStmt)(nil)}, func(n ast.Node) {
		sw := n.(*ast.TypeSwitchStmt)
		sum := sealed(pass.TypesInfo.TypeOf(switched(sw)))
		if sum == nil {
			return
		}
		covered, rest := cases(pass, sw)
		if rest != nil && directed(pass, "rest", rest.Pos()) {
			return
		}
		if missing := uncovered(variants(pass.Pkg, sum), covered); len(missing) > 0 {
			pass.Reportf(sw.Pos(),
				"the switch over %s leaves out %s: add the cases, or mark the default with //dsh:rest REASON",
				sum.Obj().Name(), strings.Join(missing, ", "))
		}
	})
	return nil, nil
}

// switched returns the expression whose type is switched over.
func switched(sw *ast.TypeSwitchStmt) ast.Expr {
	var x ast.Expr
	switch s := sw.Assign.(type) {
	case *ast.ExprStmt:
		x = s.X
	case *ast.AssignStmt:
		x = s.Rhs[0]
	}
	if assertion, ok := ast.Unparen(x).(*ast.TypeAssertExpr); ok {
		return assertion.X
	}
	return x
}

// sealed returns the named interface that t is if this repository declares it
// with a method that nobody else can have, else nil.
func sealed(t types.Type) *types.Named {
	n := named(t)
	if n == nil || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path(), modules.Prefix) {
		return nil
	}
	body, ok := n.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for i := range body.NumMethods() {
		if !body.Method(i).Exported() {
			return n
		}
	}
	return nil
}

// cases returns the types that the clauses name, and the default clause.
func cases(pass *analysis.Pass, sw *ast.TypeSwitchStmt) (covered []types.Type, rest *ast.CaseClause) {
	for _, stmt := range sw.Body.List {
		clause := stmt.(*ast.CaseClause)
		if clause.List == nil {
			rest = clause
		}
		for _, x := range clause.List {
			if t := pass.TypesInfo.TypeOf(x); t != nil {
				covered = append(covered, t)
			}
		}
	}
	return covered, rest
}

// variants are the types beside the interface that implement it: all that this
// package can name.
func variants(here *types.Package, sum *types.Named) []types.Type {
	var list []types.Type
	body := sum.Underlying().(*types.Interface)
	scope := sum.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) || !obj.Exported() && obj.Pkg() != here {
			continue
		}
		if generic, ok := obj.Type().(*types.Named); ok && generic.TypeParams().Len() > 0 {
			continue
		}
		switch ptr := types.NewPointer(obj.Type()); {
		case types.Implements(obj.Type(), body):
			list = append(list, obj.Type())
		case types.Implements(ptr, body):
			list = append(list, ptr)
		}
	}
	return list
}

// uncovered returns the names of the variants that no case takes.
func uncovered(list, covered []types.Type) []string {
	var missing []string
	for _, v := range list {
		taken := slices.ContainsFunc(covered, func(c types.Type) bool {
			body, ok := c.Underlying().(*types.Interface)
			return types.Identical(c, v) || types.Identical(c, types.NewPointer(v)) || ok && types.Implements(v, body)
		})
		if !taken {
			missing = append(missing, types.TypeString(v, func(*types.Package) string { return "" }))
		}
	}
	return missing
}
