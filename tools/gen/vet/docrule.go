package vet

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// DocRule reports exported names without a comment. Constants and variables of a
// group are documented by the group's comment or their own.
var DocRule = &analysis.Analyzer{
	Name: "docrule",
	Doc:  "every exported name has a comment",
	Run:  runDocRule,
}

// obvious are methods whose name and type say everything.
var obvious = map[string]bool{
	"Error": true, "Unwrap": true, "String": true, "GoString": true,
	"MarshalJSON": true, "UnmarshalJSON": true, "MarshalJSONTo": true, "UnmarshalJSONFrom": true,
	"MarshalText": true, "UnmarshalText": true, "Len": true, "Less": true, "Swap": true,
}

func runDocRule(pass *analysis.Pass) (any, error) {
	if pass.Pkg.Name() == "main" {
		return nil, nil
	}
	for _, file := range pass.Files {
		if inTest(pass, file.Pos()) || ast.IsGenerated(file) {
			continue
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				documentedFunc(pass, d)
			case *ast.GenDecl:
				documentedSpecs(pass, d)
			}
		}
	}
	return nil, nil
}

func documentedFunc(pass *analysis.Pass, d *ast.FuncDecl) {
	if !d.Name.IsExported() || d.Doc != nil {
		return
	}
	kind := "function"
	if d.Recv != nil {
		if receiver := receiverName(d.Recv); obvious[d.Name.Name] || !token.IsExported(receiver) {
			return
		}
		kind = "method"
	}
	report(pass, d.Name, kind)
}

func receiverName(list *ast.FieldList) string {
	x := list.List[0].Type
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

func documentedSpecs(pass *analysis.Pass, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
				report(pass, s.Name, "type")
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
					report(pass, name, d.Tok.String())
				}
			}
		}
	}
}

func report(pass *analysis.Pass, name *ast.Ident, kind string) {
	pass.Reportf(name.Pos(),
		"exported %s %s has no comment: say what it is, what it promises and when it fails, "+
			"with the number of the rule it follows", kind, name.Name)
}
