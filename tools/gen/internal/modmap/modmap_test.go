package modmap_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modmap"
)

func TestMermaid(t *testing.T) {
	got := modmap.Mermaid([]model.Module{
		{Dir: "packages/core/scope", Set: "kernel"},
		{Dir: "packages/core/tools", Layer: 2, Set: "core", Needs: []string{"packages/core/scope"}},
		{Dir: "packages/policy/a", Layer: 3, Set: "policies", Needs: []string{"packages/core/scope", "packages/core/tools", "tools/gen"}},
		{Dir: "tools/gen", Layer: 5},
	})
	for _, want := range []string{
		`n_packages_core_tools["tools"]`, "n_packages_policy_a --> n_packages_core_tools",
		"n_packages_core_tools --> n_packages_core_scope",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for _, not := range []string{"n_packages_policy_a --> n_packages_core_scope", "tools_gen"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
}
