package presets

import (
	"fmt"
	"slices"
)

// Row mounts one plugin.
type Row struct {
	// Plugin is the plugin's name.
	Plugin string
	// Config is its configuration, a JSON object; empty means the defaults.
	Config []byte
	// Disabled keeps the row's place without mounting it.
	Disabled bool
	// Place is where the row was written, for errors.
	Place Place
}

// Preset is a composition: what to link and what to mount, in which order.
type Preset struct {
	ID          string
	Description string
	Parts       []Part
	// Shared rows are mounted once, in a scope that all agents of the preset
	// inherit from.
	Shared []Row
	// Agent rows are mounted for each agent, in its own scope.
	Agent []Row
}

// Validate refuses a plugin that is mounted twice in one plane.
func (p Preset) Validate() error {
	for _, plane := range [][]Row{p.Shared, p.Agent} {
		seen := map[string]bool{}
		for _, row := range plane {
			if seen[row.Plugin] {
				return &Error{Code: CodeDuplicateRow, Message: fmt.Sprintf(
					"%spreset %q mounts plugin %q twice: keep one row",
					row.Place.Prefix(""), p.ID, row.Plugin)}
			}
			seen[row.Plugin] = true
		}
	}
	return nil
}

// With returns a copy of p in which each row replaces the configuration and
// the disabled mark of the row of the same plugin, or is added at the end of
// the shared ones.
func (p Preset) With(rows ...Row) Preset {
	p.Shared, p.Agent = slices.Clone(p.Shared), slices.Clone(p.Agent)
	for _, row := range rows {
		if !replaceRow(p.Shared, row) && !replaceRow(p.Agent, row) {
			p.Shared = append(p.Shared, row)
		}
	}
	return p
}

func replaceRow(rows []Row, row Row) bool {
	for i := range rows {
		if rows[i].Plugin == row.Plugin {
			rows[i] = row
			return true
		}
	}
	return false
}
