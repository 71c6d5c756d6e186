package vet

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// FxFile reports imports of fx outside of module.go and tests: a constructor is
// plain Go, and wiring is read in one place.
var FxFile = &analysis.Analyzer{
	Name: "fxfile",
	Doc:  "fx is imported only by files named module.go, and by tests",
	Run:  runFxFile,
}

func runFxFile(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		if inTest(pass, file.Pos()) || fileName(pass, file.Pos()) == "module.go" {
			continue
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err == nil && (path == fxPath || strings.HasPrefix(path, fxPath+"/")) {
				pass.Reportf(spec.Pos(),
					"%s is imported outside of module.go: move the wiring there and keep this file plain Go", path)
			}
		}
	}
	return nil, nil
}
