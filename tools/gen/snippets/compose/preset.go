// Package compose is the preset of the cookbook: the reading preset with a tool
// and a policy more.
package compose

import (
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/tools/gen/snippets/quiethours"
	"github.com/dsh-go/dsh/tools/gen/snippets/wordcount"
)

// show: preset

// Preset is the built-in minimal preset with the tool and the policy.
func Preset() (presets.Preset, error) {
	p, err := builtin.Named("minimal")
	if err != nil {
		return p, err
	}
	p.ID, p.Description = "counting", "Reads and counts files, and keeps quiet at night."
	p.Parts = append(p.Parts, // what is linked
		presets.Part{Name: wordcount.PluginName, Option: wordcount.Module},
		presets.Part{Name: quiethours.PluginName, Option: quiethours.Module})
	return p.With( // what is mounted, in this order, after what was there
		presets.Row{Plugin: quiethours.PluginName, Config: []byte(`{"from": 23}`)},
		presets.Row{Plugin: wordcount.PluginName},
	), nil
}

// end: preset
