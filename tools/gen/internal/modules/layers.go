package modules

import (
	"fmt"
	"slices"
	"strings"
)

// layers are the modules of the product by layer, lowest first. A directory that
// ends with a slash stands for every module directly below it.
var layers = [][]string{
	{"packages/core/scope", "packages/core/jsonvalue", "packages/core/llm"},
	{
		"packages/core/session", "packages/core/system-prompt", "packages/core/code-runtime",
		"packages/core/code-runtime/quickjs", "packages/core/llm/openai", "packages/core/llm/anthropic",
	},
	{"packages/core/tools", "packages/core/agent", "packages/core/json-schema-full"},
	{
		"packages/core/tool-executor-native", "packages/core/tool-executor-ptc",
		"packages/core/agent-loop", "packages/policy/", "packages/tools/", "packages/testkit",
	},
	{"packages/presets"},
	{"cmd/", "tools/gen", "conformance", "bench"},
}

// sideways are the allowed imports within a layer, with the reason.
var sideways = map[[2]string]string{
	{"packages/core/llm", "packages/core/jsonvalue"}:                     "declarations carry JSON values",
	{"packages/core/agent", "packages/core/tools"}:                       "an agent has the identity that calls are made with",
	{"packages/core/json-schema-full", "packages/core/tools"}:            "it implements the registry's argument checker",
	{"packages/core/llm/anthropic", "packages/core/llm/openai"}:          "adapters share what providers have in common",
	{"packages/core/code-runtime/quickjs", "packages/core/code-runtime"}: "a provider implements its seam",
}

// testSupport are the modules that tests of the third layer and above may
// import beside what their code imports.
var testSupport = []string{
	"packages/testkit", "packages/core/tool-executor-native", "packages/core/tool-executor-ptc",
}

// Layer returns the layer of a module's directory, or false for one that has no
// place yet.
func Layer(dir string) (layer int, ok bool) {
	module, layer := placed(dir)
	return layer, module == dir && dir != ""
}

// ModuleOf returns the module that a package's directory belongs to, "" if none
// has a place.
func ModuleOf(dir string) string {
	module, _ := placed(dir)
	return module
}

// placed finds the longest entry that dir is in or below, as a module.
func placed(dir string) (module string, layer int) {
	for i, entries := range layers {
		for _, entry := range entries {
			m := entry
			if strings.HasSuffix(entry, "/") {
				name, _, _ := strings.Cut(strings.TrimPrefix(dir, entry), "/")
				m += name
			}
			if (dir == m || strings.HasPrefix(dir, m+"/")) && len(m) > len(module) {
				module, layer = m, i
			}
		}
	}
	return module, layer
}

// MayImport returns why code in module from must not import module to, "" if it
// may. Both are directories. Tests may import what helps them.
func MayImport(from, to string, test bool) string {
	low, known := Layer(to)
	high, placed := Layer(from)
	switch {
	case from == to:
		return ""
	case !placed:
		return fmt.Sprintf("%s has no layer: add it to tools/gen/internal/modules/layers.go", from)
	case !known:
		return fmt.Sprintf("%s has no layer: add it to tools/gen/internal/modules/layers.go", to)
	case sideways[[2]string{from, to}] != "", low < high:
		return ""
	case test && supports(to) && high >= 3:
		return ""
	case low == high:
		return fmt.Sprintf("%s and %s are both of layer %d: what they share belongs into a lower one",
			from, to, high)
	}
	return fmt.Sprintf(
		"%s (layer %d) must not import %s (layer %d): turn the dependency round with an interface",
		from, high, to, low)
}

func supports(dir string) bool {
	for _, s := range testSupport {
		if dir == s {
			return true
		}
	}
	return false
}

// contained are modules from elsewhere with the directories that may import
// them, so that linking the registry brings in none of them.
var contained = []struct {
	path string
	dirs []string
	// tests may import it anywhere.
	tests bool
}{
	{path: "github.com/tetratelabs/wazero", dirs: []string{"packages/core/code-runtime/quickjs"}},
	{path: "github.com/santhosh-tekuri/jsonschema", dirs: []string{"packages/core/json-schema-full", "conformance", "bench"}, tests: true},
	{path: "github.com/modelcontextprotocol/go-sdk", dirs: []string{"packages/tools/mcp", "cmd/dsh", "bench"}},
	{path: "github.com/openai/openai-go", dirs: []string{"packages/core/llm/openai"}},
	{path: "github.com/anthropics/anthropic-sdk-go", dirs: []string{"packages/core/llm/anthropic"}},
	{path: "github.com/landlock-lsm/go-landlock", dirs: []string{"packages/tools/bash"}},
	{path: "github.com/spf13/cobra", dirs: []string{"cmd/dsh"}},
	{path: "golang.org/x/tools", dirs: []string{"tools/gen"}},
	{path: "github.com/google/go-cmp", dirs: []string{"packages/testkit", "tools/gen", "conformance", "bench"}, tests: true},
	{path: "pgregory.net/rapid", dirs: []string{"packages/testkit", "packages/core/tools"}, tests: true},
}

// MayUse returns why code in module dir must not import a package from
// elsewhere, "" if it may.
func MayUse(dir, path string, test bool) string {
	for _, c := range contained {
		if path != c.path && !strings.HasPrefix(path, c.path+"/") || c.tests && test {
			continue
		}
		for _, allowed := range c.dirs {
			if dir == allowed {
				return ""
			}
		}
		return fmt.Sprintf("%s must not import %s: it is kept in %s",
			dir, path, strings.Join(c.dirs, ", "))
	}
	return ""
}

// Owner returns the module, of the sorted directories, that a package of the
// repository belongs to.
func Owner(dirs []string, dir string) string {
	best := ""
	for _, m := range dirs {
		if (dir == m || strings.HasPrefix(dir, m+"/")) && len(m) > len(best) {
			best = m
		}
	}
	return best
}

// Internal reports whether a package's directory is below one named internal.
func Internal(dir string) bool { return slices.Contains(strings.Split(dir, "/"), "internal") }
