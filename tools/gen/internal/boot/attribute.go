package boot

import (
	"context"
	"fmt"
	"slices"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// attribute finds which plugin registers each tool that is not attributed yet,
// by mounting the preset's rows up to each one: a row may need those before it,
// and what is new is its own.
func (b *Booted) attribute(ctx context.Context, p presets.Preset) error {
	for n := 1; n <= len(p.Shared)+len(p.Agent) && b.open(p.ID) != nil; n++ {
		row, cut := upTo(p, n)
		if row.Disabled {
			continue
		}
		err := with(ctx, cut, func(_ *host.Host, list []*tools.Registration) error {
			for _, r := range list {
				if t := b.find(r.Name()); t != nil && t.Plugin == "" {
					t.Plugin = row.Plugin
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("with its rows up to %s: %w", row.Plugin, err)
		}
	}
	if t := b.open(p.ID); t != nil {
		return fmt.Errorf("no row registers tool %q by itself", t.Name)
	}
	return nil
}

// upTo returns the preset with its first n rows, and the last of them.
func upTo(p presets.Preset, n int) (presets.Row, presets.Preset) {
	if n <= len(p.Shared) {
		p.Shared, p.Agent = p.Shared[:n], nil
		return p.Shared[n-1], p
	}
	p.Agent = p.Agent[:n-len(p.Shared)]
	return p.Agent[len(p.Agent)-1], p
}

// open returns a tool of the preset that no plugin is known for, nil if there is
// none.
func (b *Booted) open(preset string) *model.Tool {
	for i := range b.Tools {
		if t := &b.Tools[i]; t.Plugin == "" && slices.Contains(t.Presets, preset) {
			return t
		}
	}
	return nil
}

func (b *Booted) find(name string) *model.Tool {
	for i := range b.Tools {
		if b.Tools[i].Name == name {
			return &b.Tools[i]
		}
	}
	return nil
}

// Locate fills in the package of each tool: that of the plugin which registers
// it.
func (b *Booted) Locate(plugins []model.Plugin) error {
	for i := range b.Tools {
		t := &b.Tools[i]
		at := slices.IndexFunc(plugins, func(p model.Plugin) bool { return p.Name == t.Plugin })
		if at < 0 {
			return fmt.Errorf("tool %q comes from plugin %q, whose plugin.Of call was not found: "+
				"give it its name as a constant", t.Name, t.Plugin)
		}
		t.Package = plugins[at].Package
	}
	return nil
}
