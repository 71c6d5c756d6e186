package pipeline

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
)

// Stages reads the constants of type Stage in the order in which they are
// written. One without a comment is an error.
func Stages(t *source.Tree) ([]model.Stage, error) {
	p := t.Package("packages/core/tools")
	if p == nil {
		return nil, errors.New("packages/core/tools was not loaded")
	}
	var all []model.Stage
	var wrong []error
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.CONST {
				continue
			}
			for _, s := range gen.Specs {
				spec := s.(*ast.ValueSpec)
				c, ok := p.TypesInfo.Defs[spec.Names[0]].(*types.Const)
				if !ok || !isStage(c) {
					continue
				}
				stage := model.Stage{Name: constant.StringVal(c.Val()), Constant: c.Name(), Doc: source.Text(spec.Doc)}
				if stage.Doc == "" {
					wrong = append(wrong, fmt.Errorf(
						"packages/core/tools: stage %s has no comment: say what happens in it and which calls enter it", c.Name()))
				}
				all = append(all, stage)
			}
		}
	}
	return all, errors.Join(wrong...)
}

func isStage(c *types.Const) bool {
	named, ok := types.Unalias(c.Type()).(*types.Named)
	return ok && c.Exported() && named.Obj().Name() == "Stage" && c.Val().Kind() == constant.String
}
