package scope_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestImports keeps the kernel small: whoever links scope or event must get
// neither a third-party package nor run-time reflection with it.
func TestImports(t *testing.T) {
	const own = "github.com/dsh-go/dsh/packages/core/scope"
	const json = "github.com/go-json-experiment/json"
	// What a file may import beyond the standard library and this module, and the
	// files that may reflect.
	allowed := map[string][]string{
		"event/init.go":           {"reflect"},
		"plugin/config.go":        {json},
		"plugin/explain.go":       {"reflect", json, json + "/jsontext"},
		"plugin/module.go":        {"go.uber.org/fx"},
		"scopetest/goroutines.go": {"go.uber.org/goleak"},
	}
	used := map[string]bool{}
	for _, dir := range []string{".", "event", "plugin", "scopetest"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", dir, files, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, path := range importsOf(t, name) {
				special := path == "reflect" || strings.Contains(path, ".") && !strings.HasPrefix(path, own)
				switch {
				case !special:
				case slices.Contains(allowed[name], path):
					used[name+" "+path] = true
				default:
					t.Errorf("%s imports %s", name, path)
				}
			}
		}
	}
	for name, paths := range allowed {
		for _, path := range paths {
			if !used[name+" "+path] {
				t.Errorf("%s no longer imports %s: take it off the list", name, path)
			}
		}
	}
}

func importsOf(t *testing.T, name string) (paths []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
