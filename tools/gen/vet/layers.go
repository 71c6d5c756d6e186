package vet

import (
	"strconv"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"golang.org/x/tools/go/analysis"
)

// Layers reports imports that go up or sideways through the layers of the
// repository, imports of another module's internal packages, and modules from
// elsewhere outside of where they are kept.
var Layers = &analysis.Analyzer{
	Name: "layers",
	Doc:  "imports go down the layers, and foreign modules stay where they are kept",
	Run:  runLayers,
}

func runLayers(pass *analysis.Pass) (any, error) {
	dir, ours := dirOf(pass.Pkg.Path())
	if !ours || strings.HasSuffix(dir, ".test") { // the generated main of a test
		return nil, nil
	}
	from := modules.ModuleOf(dir)
	for _, file := range pass.Files {
		test := inTest(pass, file.Pos())
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if problem := imported(from, path, test); problem != "" {
				pass.Reportf(spec.Pos(), "%s", problem)
			}
		}
	}
	return nil, nil
}

func imported(from, path string, test bool) string {
	dir, ours := dirOf(path)
	if !ours {
		return modules.MayUse(from, path, test)
	}
	to := modules.ModuleOf(dir)
	if to != from && modules.Internal(dir) {
		return "packages named internal belong to their module alone: " + dir + " is of " + to
	}
	return modules.MayImport(from, to, test)
}
