package boot_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/tools/gen/internal/boot"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/fx"
)

// preset mounts one plugin for each description, each of which registers a tool
// of its own; an empty list of descriptions mounts nothing.
func preset(id string, tool map[string]string, order ...string) presets.Preset {
	p := presets.Preset{ID: id, Description: "A preset."}
	for _, name := range order {
		p.Shared = append(p.Shared, presets.Row{Plugin: "plugin-" + name})
		p.Parts = append(p.Parts, presets.Part{Name: name, Option: plugin.Provide(registers(name, tool[name]))})
	}
	return p
}

func registers(name, description string) func(*tools.Registry) plugin.Plugin {
	return func(registry *tools.Registry) plugin.Plugin {
		return plugin.Of("plugin-"+name, func(_ context.Context, s *scope.Scope, _ struct{}) error {
			d, err := tools.Define(tools.Tool[struct{}, string]{
				Name: name, Description: description, Traits: tools.Traits{ReadOnly: true},
				Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil },
			})
			if err == nil {
				_, err = registry.Register(s, d)
			}
			return err
		})
	}
}

func TestPresets(t *testing.T) {
	texts := map[string]string{"b": "Does b. " + bash.MachineNote + "no sandbox.", "a": "Does a."}
	got, err := boot.Presets(t.Context(), []presets.Preset{
		preset("one", texts, "b", "a"), preset("two", texts, "a"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Preset{
		{ID: "one", Description: "A preset.", Shared: []string{"plugin-b", "plugin-a"}, Tools: []string{"b", "a"}},
		{ID: "two", Description: "A preset.", Shared: []string{"plugin-a"}, Tools: []string{"a"}},
	}
	if diff := cmp.Diff(want, got.Presets); diff != "" {
		t.Error(diff)
	}
	for i, c := range []struct{ name, plugin, presets string }{{"a", "plugin-a", "one,two"}, {"b", "plugin-b", "one"}} {
		tool := got.Tools[i]
		if tool.Name != c.name || tool.Description != "Does "+c.name+"." || tool.Plugin != c.plugin || cmp.Diff(tool.Traits, []string{"read-only"}) != "" {
			t.Errorf("got %+v, want %+v", tool, c)
		}
	}
	plant.Refused(t, got.Locate(nil), `tool "a" comes from plugin "plugin-a", whose plugin.Of call was not found`)
	if err := got.Locate([]model.Plugin{{Name: "plugin-a", Package: "p"}, {Name: "plugin-b", Package: "q"}}); err != nil {
		t.Error(err)
	}
}

func TestRefusedPresets(t *testing.T) {
	_, err := boot.Presets(t.Context(), []presets.Preset{preset("empty", nil)})
	plant.Refused(t, err, `preset "empty": it registers no tool: add a row that does`)
	_, err = boot.Presets(t.Context(), []presets.Preset{preset("mute", nil, "a")})
	plant.Refused(t, err, `preset "mute": tool "a" has no description: write what it does and when to use it`)
	broken := preset("broken", map[string]string{"a": "Does a."}, "a")
	broken.Parts = append(broken.Parts, presets.Part{Name: "x", Option: fx.Invoke(func(chan int) {})})
	_, err = boot.Presets(t.Context(), []presets.Preset{broken})
	plant.Refused(t, err, `preset "broken"`)
}
