package builtin

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/presets"
)

// Default is the preset that is used where none is named.
const Default = "minimal"

// All returns the built-in presets, sorted by name.
func All() []presets.Preset {
	return []presets.Preset{coding(), minimal(), readonly(), research()}
}

// Names returns the names of the built-in presets, sorted.
func Names() []string {
	var names []string
	for _, p := range All() {
		names = append(names, p.ID)
	}
	return names
}

// Named returns the built-in preset of that name.
func Named(name string) (presets.Preset, error) {
	for _, p := range All() {
		if p.ID == name {
			return p, nil
		}
	}
	meant := ""
	if near := presets.Near(name, Names()); len(near) > 0 {
		meant = ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return presets.Preset{}, &presets.Error{Code: presets.CodeUnknownPreset, Message: fmt.Sprintf(
		"no preset is named %q%s; there are: %s", name, meant, strings.Join(Names(), ", "))}
}
