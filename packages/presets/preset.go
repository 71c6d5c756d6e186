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

// With returns a copy of p that the rows change. A row gives the row of the same
// plugin its disabled mark and its place, and lays its configuration over that
// row's: objects member by member, everything else as a whole; null takes a member
// out, which leaves the plugin's default. So what a preset confines stays confined
// unless a row says otherwise. A row of another plugin is added at the end of the
// shared ones.
func (p Preset) With(rows ...Row) Preset {
	p.Shared, p.Agent = slices.Clone(p.Shared), slices.Clone(p.Agent)
	for _, row := range rows {
		if !changeRow(p.Shared, row) && !changeRow(p.Agent, row) {
			p.Shared = append(p.Shared, row)
		}
	}
	return p
}

func changeRow(rows []Row, row Row) bool {
	for i := range rows {
		if rows[i].Plugin == row.Plugin {
			row.Config = merged(rows[i].Config, row.Config)
			rows[i] = row
			return true
		}
	}
	return false
}
