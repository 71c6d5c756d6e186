package vet

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// directed reports whether a directive with a reason stands on the line of pos or
// the one above it.
func directed(pass *analysis.Pass, name string, pos token.Pos) bool {
	at := pass.Fset.Position(pos)
	for _, file := range pass.Files {
		if pass.Fset.Position(file.Pos()).Filename != at.Filename {
			continue
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				reason, ok := strings.CutPrefix(c.Text, "//dsh:"+name+" ")
				line := pass.Fset.Position(c.Pos()).Line
				if ok && strings.TrimSpace(reason) != "" && (line == at.Line || line == at.Line-1) {
					return true
				}
			}
		}
	}
	return false
}
