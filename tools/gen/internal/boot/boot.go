// Package boot starts every built-in preset and reads what it declares, since
// schemas and descriptions are made when a tool is registered (R111).
package boot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/tools/gen/internal/config"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// Booted is what the presets declare.
type Booted struct {
	Presets []model.Preset
	// Tools are sorted by name; their Package is filled in by [Booted.Locate].
	Tools []model.Tool
	// Linked are the plugins that any preset links, by name.
	Linked map[string]config.Linked
}

// Presets starts each preset, one after the other, and reads it.
func Presets(ctx context.Context, list []presets.Preset) (*Booted, error) {
	b := &Booted{Linked: map[string]config.Linked{}}
	for _, p := range list {
		if err := b.preset(ctx, p); err != nil {
			return nil, fmt.Errorf("preset %q: %w", p.ID, err)
		}
	}
	slices.SortFunc(b.Tools, func(x, y model.Tool) int { return cmp.Compare(x.Name, y.Name) })
	return b, nil
}

func (b *Booted) preset(ctx context.Context, p presets.Preset) error {
	described := model.Preset{
		ID: p.ID, Description: p.Description, Shared: mounted(p.Shared), Agent: mounted(p.Agent),
	}
	err := with(ctx, p, func(h *host.Host, list []*tools.Registration) error {
		b.link(h, slices.Concat(described.Shared, described.Agent), p.ID)
		for _, r := range list {
			described.Tools = append(described.Tools, r.Name())
			if err := b.tool(p.ID, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(described.Tools) == 0 {
		return errors.New("it registers no tool: add a row that does, or take the preset out")
	}
	b.Presets = append(b.Presets, described)
	return b.attribute(ctx, p)
}

// with runs a preset for as long as read looks at it.
func with(
	ctx context.Context, p presets.Preset, read func(*host.Host, []*tools.Registration) error,
) (err error) {
	dir, err := os.MkdirTemp("", "gen-preset-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	h, err := host.Start(ctx, p, host.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close(ctx)) }()
	agent, err := h.NewAgent(ctx, "catalog", dir, nil)
	if err != nil {
		return err
	}
	return read(h, h.Tools.Definitions(agent.Identity.Key, nil))
}

func mounted(rows []presets.Row) []string {
	var names []string
	for _, row := range rows {
		if !row.Disabled {
			names = append(names, row.Plugin)
		}
	}
	return names
}

func (b *Booted) link(h *host.Host, rows []string, preset string) {
	for _, name := range h.PluginNames() {
		l := b.Linked[name]
		l.Plugin, _ = h.Plugin(name)
		if slices.Contains(rows, name) {
			l.Presets = append(l.Presets, preset)
		}
		b.Linked[name] = l
	}
}

// tool reads a tool. What its description says of this machine is left out: the
// reference is the same wherever it is made.
func (b *Booted) tool(preset string, r *tools.Registration) error {
	for i := range b.Tools {
		if b.Tools[i].Name == r.Name() {
			b.Tools[i].Presets = append(b.Tools[i].Presets, preset)
			return nil
		}
	}
	d := r.Definition()
	if d.Description == "" {
		return fmt.Errorf("tool %q has no description: write what it does and when to use it", d.Name)
	}
	description, _, _ := strings.Cut(d.Description, " "+bash.MachineNote)
	b.Tools = append(b.Tools, model.Tool{
		Name: d.Name, Description: description, Presets: []string{preset},
		Parameters: d.Parameters, Output: d.Output.Schema,
		TypeScript: tstypes.Of(d.Parameters, 0) + " => " + tstypes.Of(d.Output.Schema, 0),
		Traits:     traits(d.Traits), TimeoutMs: float64(d.Timeout.Microseconds()) / 1000,
		Conditional: r.Conditional(), Deferred: d.DeferLoading,
		CallCard: d.PresentCall != nil, ResultCard: d.PresentResult != nil,
	})
	return nil
}

func traits(t tools.Traits) []string {
	var words []string
	for _, trait := range []struct {
		word string
		has  bool
	}{
		{"read-only", t.ReadOnly}, {"destructive", t.Destructive},
		{"idempotent", t.Idempotent}, {"open world", t.OpenWorld},
	} {
		if trait.has {
			words = append(words, trait.word)
		}
	}
	return words
}
