package host

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/go-json-experiment/json"
)

// check refuses a row whose plugin is not linked, or whose configuration the
// plugin would refuse, before anything is mounted. It holds for the rows of agents
// and for disabled ones, too.
func (h *Host) check(row presets.Row) error {
	p, ok := h.plugins[row.Plugin]
	if !ok {
		names := h.PluginNames()
		near := ""
		if list := presets.Near(row.Plugin, names); len(list) > 0 {
			near = "did you mean " + strings.Join(list, " or ") + "? "
		}
		return &presets.Error{Code: presets.CodeUnknownPlugin, Message: fmt.Sprintf(
			"%spreset %q mounts plugin %q, which is not linked; %slinked are: %s",
			row.Place.Prefix(""), h.preset.ID, row.Plugin, near, strings.Join(names, ", "))}
	}
	if decodes(p, row.Config) {
		return nil
	}
	// A configuration that does not decode fails before the plugin does anything;
	// its own words are the best ones.
	s := scope.NewRoot(row.Plugin)
	err := p.Install(s.Context(), s, row.Config)
	if err = errors.Join(err, s.Close(s.Context())); err != nil {
		return h.refused(row, err)
	}
	return nil
}

// decodes tells whether the plugin's configuration type takes the text.
func decodes(p plugin.Plugin, text []byte) (ok bool) {
	defer func() { ok = ok && recover() == nil }() // the methods are the plugin's
	c := p.Config()
	if c == nil {
		return false
	}
	if len(text) > 0 && json.Unmarshal(text, c, json.RejectUnknownMembers(true)) != nil {
		return false
	}
	if v, valid := c.(plugin.Validator); valid {
		return v.Validate() == nil
	}
	return true
}

// refused is a row that cannot be mounted: the file and line where the row has
// one, the preset and the plugin, and what the plugin says.
func (h *Host) refused(row presets.Row, err error) error {
	pointer := ""
	if e, ok := errors.AsType[*plugin.Error](err); ok {
		if pointer = e.Pointer; pointer == "" && e.Err != nil {
			pointer = row.Place.Named(e.Err.Error())
		}
	}
	return &presets.Error{
		Code: presets.CodeMount, Err: err,
		Message: fmt.Sprintf("%spreset %q, plugin %q",
			row.Place.Prefix(pointer), h.preset.ID, row.Plugin),
	}
}
