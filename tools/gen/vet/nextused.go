package vet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// NextUsed reports listeners of a waterfall that never mention next: what they
// wrap is skipped in silence. One that means it names the parameter "_" and, in
// the product, gives a reason with //dsh:answers.
var NextUsed = &analysis.Analyzer{
	Name:     "nextused",
	Doc:      "a listener of a waterfall mentions next, or says why it answers alone",
	Requires: []*analysis.Analyzer{inspect.Analyzer},
	Run:      runNextUsed,
}

func runNextUsed(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		receiver, name := method(call)
		if name != "On" || len(call.Args) < 2 || !isNamed(pass.TypesInfo.TypeOf(receiver), eventPath, "Waterfall") {
			return
		}
		if f := bodyOf(pass, call.Args[1]); f != nil {
			checkNext(pass, f)
		}
	})
	return nil, nil
}

func checkNext(pass *analysis.Pass, f *body) {
	next := parameter(f.typ, 2)
	switch {
	case next != nil && next.Name != "_":
		if !mentioned(pass.TypesInfo, f.block, pass.TypesInfo.Defs[next]) {
			pass.Reportf(f.pos, "the listener never mentions %s: everything it wraps is skipped; "+
				"call %s.Do, or name the parameter _ and say why", next.Name, next.Name)
		}
	case inTest(pass, f.pos), directed(pass, "answers", f.pos):
	default:
		pass.Reportf(f.pos,
			"the listener answers without asking the next one: say why with //dsh:answers REASON, or call next.Do")
	}
}

// parameter returns the name of the nth parameter, nil where it has none.
func parameter(t *ast.FuncType, n int) *ast.Ident {
	for _, field := range t.Params.List {
		if len(field.Names) == 0 {
			n--
			continue
		}
		if n < len(field.Names) {
			return field.Names[n]
		}
		n -= len(field.Names)
	}
	return nil
}

func mentioned(info *types.Info, block *ast.BlockStmt, obj types.Object) bool {
	found := false
	ast.Inspect(block, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && obj != nil && info.Uses[id] == obj {
			found = true
		}
		return !found
	})
	return found
}
