package generate_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/tools/gen/internal/generate"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/page"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"github.com/go-json-experiment/json"
	"go.uber.org/fx"
)

// renamed is the part of the tool read as if somebody had renamed the tool.
var renamed = presets.Part{Name: "tool-read", Option: fx.Module("tool-read",
	plugin.Provide(func(registry *tools.Registry) plugin.Plugin {
		return plugin.Of("tool-read", func(_ context.Context, s *scope.Scope, _ struct{}) error {
			d, err := tools.Define(tools.Tool[struct{}, string]{
				Name: "read_file", Description: "Shows a text file with line numbers.",
				Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil },
			})
			if err == nil {
				_, err = registry.Register(s, d)
			}
			return err
		})
	}))}

func TestRenamedTool(t *testing.T) {
	root := plant.Root(t)
	m := committed(t, root)
	list := builtin.All()
	for i := range list {
		list[i].Parts = slices.Clone(list[i].Parts)
		for j, p := range list[i].Parts {
			if p.Name == renamed.Name {
				list[i].Parts[j] = renamed
			}
		}
	}
	tree, err := source.Load(t.Context(), source.Query{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if err := generate.PresetFacts(t.Context(), m, tree, list); err != nil {
		t.Fatal(err)
	}
	set, err := generate.Pages(t.Context(), root, m)
	if err != nil {
		t.Fatal(err)
	}
	stale, err := set.Compare()
	if err != nil {
		t.Fatal(err)
	}
	text := page.Error(stale, "go run ./tools/gen docs")
	plant.Refused(t, text, "out of date: run `go run ./tools/gen docs`", "docs/reference/tools.md", "docs/reference/model.json")
	at := slices.IndexFunc(stale, func(s page.Stale) bool { return strings.HasSuffix(s.Path, "tools.md") })
	if !strings.Contains(stale[at].Diff, "+### read_file") || !strings.Contains(stale[at].Diff, "-### read\n") {
		t.Errorf("the difference does not show the tool:\n%s", stale[at].Diff)
	}
}

// committed is the model as the repository has it.
func committed(t *testing.T, root string) *model.Model {
	text, err := os.ReadFile(filepath.Join(root, "docs", "reference", "model.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m model.Model
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return &m
}
