package vet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// UndoCtx reports undo functions that work under another context than their own:
// theirs says which scopes are closing, so that an undo which closes its own or an
// enclosing scope does not wait for itself, and it bounds how long it may take.
var UndoCtx = &analysis.Analyzer{
	Name:     "undoctx",
	Doc:      "an undo function uses the context that it is given",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      runUndoCtx,
}

func runUndoCtx(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			undoArguments(pass, n)
		case *ast.FuncDecl:
			undoResults(pass, n.Type, n.Body)
		case *ast.FuncLit:
			undoResults(pass, n.Type, n.Body)
		}
	})
	return nil, nil
}

// undoArguments checks functions that are handed over as undos, or converted to
// one.
func undoArguments(pass *analysis.Pass, call *ast.CallExpr) {
	if tv, ok := pass.TypesInfo.Types[call.Fun]; ok && tv.IsType() {
		if isNamed(tv.Type, scopePath, "Undo") && len(call.Args) == 1 {
			checkUndo(pass, call.Args[0])
		}
		return
	}
	signature, ok := pass.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	for i, arg := range call.Args {
		if i < signature.Params().Len() && isNamed(signature.Params().At(i).Type(), scopePath, "Undo") {
			checkUndo(pass, arg)
		}
	}
}

// undoResults checks the functions that a function returns as undos.
func undoResults(pass *analysis.Pass, t *ast.FuncType, block *ast.BlockStmt) {
	if t.Results == nil || block == nil {
		return
	}
	undo := map[int]bool{}
	at := 0
	for _, field := range t.Results.List {
		for range max(len(field.Names), 1) {
			if isNamed(pass.TypesInfo.TypeOf(field.Type), scopePath, "Undo") {
				undo[at] = true
			}
			at++
		}
	}
	if len(undo) == 0 {
		return
	}
	ast.Inspect(block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for i, x := range n.Results {
				if undo[i] && len(n.Results) == at {
					checkUndo(pass, x)
				}
			}
		}
		return true
	})
}

func checkUndo(pass *analysis.Pass, x ast.Expr) {
	f := bodyOf(pass, x)
	if f == nil {
		return
	}
	harmless := looks(pass, f)
	ast.Inspect(f.block, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || harmless[id] {
			return true
		}
		switch obj := pass.TypesInfo.Uses[id].(type) {
		case *types.Func:
			if obj.Pkg() != nil && obj.Pkg().Path() == "context" && (obj.Name() == "Background" || obj.Name() == "TODO") {
				pass.Reportf(id.Pos(), "an undo works under context.%s: use the context that it is given, "+
					"or it may wait for the scope that is closing it", obj.Name())
			}
		case *types.Var:
			if foreign(obj, f) && isNamed(obj.Type(), "context", "Context") {
				pass.Reportf(id.Pos(), "an undo uses the context %s from outside: use the one that it is given",
					obj.Name())
			}
		}
		return true
	})
}

// looks returns the names whose mention is harmless: contexts that are only asked
// whether they ended, and the background that stands in for a context that is nil.
func looks(pass *analysis.Pass, f *body) map[*ast.Ident]bool {
	harmless := map[*ast.Ident]bool{}
	note := func(x ast.Expr) {
		switch x := ast.Unparen(x).(type) {
		case *ast.Ident:
			harmless[x] = true
		case *ast.SelectorExpr:
			harmless[x.Sel] = true
		}
	}
	own := pass.TypesInfo.Defs[ident(parameter(f.typ, 0))]
	ast.Inspect(f.block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if isNamed(pass.TypesInfo.TypeOf(n.X), "context", "Context") {
				note(n.X)
			}
		case *ast.CallExpr:
			if _, name := method(n); name == "Cause" && len(n.Args) == 1 {
				note(n.Args[0])
			}
		case *ast.AssignStmt:
			to, isName := n.Lhs[0].(*ast.Ident)
			from, isCall := n.Rhs[0].(*ast.CallExpr)
			if isName && isCall && own != nil && pass.TypesInfo.Uses[to] == own {
				note(from.Fun)
			}
		}
		return true
	})
	return harmless
}

// ident makes a missing name one that nothing defines.
func ident(id *ast.Ident) *ast.Ident {
	if id == nil {
		return new(ast.Ident)
	}
	return id
}

// foreign reports whether a variable was declared outside of the function.
func foreign(v *types.Var, f *body) bool {
	return !v.IsField() && (v.Pos() < f.typ.Pos() || v.Pos() > f.block.End())
}
