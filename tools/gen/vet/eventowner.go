package vet

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// EventOwner reports events that are dispatched outside of the package that
// declares them: their contract says when they happen, and only the owner knows.
var EventOwner = &analysis.Analyzer{
	Name:     "eventowner",
	Doc:      "an event is dispatched only by the package that declares it",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      runEventOwner,
}

func runEventOwner(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		receiver, name := method(call)
		if name != "Dispatch" && name != "Emit" || !isEvent(pass.TypesInfo.TypeOf(receiver)) {
			return
		}
		field := selected(pass.TypesInfo, receiver)
		if field == nil || field.Pkg() == nil || home(field.Pkg().Path()) == home(pass.Pkg.Path()) {
			return
		}
		pass.Reportf(call.Pos(),
			"event %s belongs to package %s: only its owner dispatches it, call what the owner offers",
			field.Name(), field.Pkg().Name())
	})
	return nil, nil
}
