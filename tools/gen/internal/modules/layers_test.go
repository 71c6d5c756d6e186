package modules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
)

func TestMayImport(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		test           bool
		want           string
	}{
		{"itself", "packages/core/tools", "packages/core/tools", false, ""},
		{"down", "packages/core/tools", "packages/core/scope", false, ""},
		{"down two", "packages/policy/timeout", "packages/core/scope", false, ""},
		{"up", "packages/core/scope", "packages/core/tools", false, "must not import"},
		{"a sibling", "packages/policy/spill", "packages/policy/timeout", false, "both of layer 3"},
		{"an executor", "packages/policy/spill", "packages/core/tool-executor-native", false, "both of layer 3"},
		{"an executor in a test", "packages/policy/spill", "packages/core/tool-executor-native", true, ""},
		{"the kit in a test", "packages/tools/fs", "packages/testkit", true, ""},
		{"the kit below it", "packages/core/tools", "packages/testkit", true, "must not import"},
		{"the named exception", "packages/core/llm", "packages/core/jsonvalue", false, ""},
		{"the exception backwards", "packages/core/jsonvalue", "packages/core/llm", false, "both of layer 0"},
		{"no place", "packages/other", "packages/core/llm", false, "packages/other has no layer"},
	} {
		got := modules.MayImport(c.from, c.to, c.test)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestMayUse(t *testing.T) {
	for _, c := range []struct {
		dir, path string
		test, may bool
	}{
		{"packages/core/code-runtime/quickjs", "github.com/tetratelabs/wazero/api", false, true},
		{"packages/core/tools", "github.com/tetratelabs/wazero", false, false},
		{"packages/core/tools", "github.com/google/go-cmp/cmp", true, true},
		{"packages/core/tools", "github.com/google/go-cmp/cmp", false, false},
		{"packages/core/tools", "golang.org/x/toolsmith", false, true},
	} {
		if got := modules.MayUse(c.dir, c.path, c.test); (got == "") != c.may {
			t.Errorf("%s uses %s: %q", c.dir, c.path, got)
		}
	}
}

func TestModuleOf(t *testing.T) {
	for dir, want := range map[string]string{
		"packages/core/llm/scripted": "packages/core/llm", "packages/core/llm/openai/provider": "packages/core/llm/openai",
		"packages/policy/spill/local": "packages/policy/spill", "tools/gen/vet": "tools/gen", "elsewhere": "",
	} {
		if got := modules.ModuleOf(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

func TestOwner(t *testing.T) {
	dirs := []string{"packages/core/llm", "packages/core/llm/openai", "packages/core/llm-more"}
	for dir, want := range map[string]string{
		"packages/core/llm/scripted": "packages/core/llm", "packages/core/llm/openai/provider": "packages/core/llm/openai",
		"packages/core/llm-more": "packages/core/llm-more", "elsewhere": "",
	} {
		if got := modules.Owner(dirs, dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

// A module that is renamed must not leave a rule behind that guards nothing.
func TestNamedModulesExist(t *testing.T) {
	for _, dir := range modules.Named() {
		if _, err := os.Stat(filepath.Join("..", "..", "..", "..", filepath.FromSlash(dir), "go.mod")); err != nil {
			t.Errorf("layers.go names %s, which is no module: %v", dir, err)
		}
	}
}
