package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
)

// Options configure a host. The zero value is ready.
type Options struct {
	// Logger gets what the host and the registry report; nil discards it.
	Logger *slog.Logger
	// StopTimeout is how long Close waits for everything to end before it gives
	// up and says what still ran; 0 means 30 s.
	StopTimeout time.Duration
}

// Host is a running preset. Create it with [Start]. Safe for concurrent use.
type Host struct {
	// Tools is the registry that everything is mounted in.
	Tools *tools.Registry

	preset      presets.Preset
	log         *slog.Logger
	stopTimeout time.Duration
	plugins     map[string]plugin.Plugin
	root        *scope.Scope
	shared      *scope.Scope
	stop        func(context.Context) error

	mu     sync.Mutex
	agents []*Agent
}

func newHost(p presets.Preset, o Options) *Host {
	h := &Host{preset: p, log: o.Logger, stopTimeout: o.StopTimeout}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.stopTimeout == 0 {
		h.stopTimeout = defaultStopTimeout
	}
	h.root = scope.NewRoot("deployment")
	return h
}

// adopt takes the application's services and checks that every row names a
// plugin that was linked.
func (h *Host) adopt(registry *tools.Registry, plugins []plugin.Plugin) error {
	h.Tools = registry
	h.plugins = make(map[string]plugin.Plugin, len(plugins))
	for _, p := range plugins {
		if _, taken := h.plugins[p.Name]; taken {
			return &presets.Error{Code: presets.CodeDuplicatePlugin, Message: fmt.Sprintf(
				"two parts provide a plugin named %q", p.Name)}
		}
		h.plugins[p.Name] = p
	}
	for _, row := range slices.Concat(h.preset.Shared, h.preset.Agent) {
		if _, ok := h.plugins[row.Plugin]; !ok {
			return &presets.Error{Code: presets.CodeUnknownPlugin, Message: fmt.Sprintf(
				"preset %q mounts plugin %q, which is not linked; linked are: %s",
				h.preset.ID, row.Plugin, strings.Join(h.PluginNames(), ", "))}
		}
	}
	return nil
}

// PluginNames returns the names of the linked plugins, sorted.
func (h *Host) PluginNames() []string {
	names := make([]string, 0, len(h.plugins))
	for name := range h.plugins {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Plugin returns a linked plugin.
func (h *Host) Plugin(name string) (plugin.Plugin, bool) {
	p, ok := h.plugins[name]
	return p, ok
}

// mount opens the preset's standing scope and installs its shared rows. A row
// that fails takes the earlier ones down again.
func (h *Host) mount(ctx context.Context) error {
	shared, err := h.root.Keyed("preset:"+h.preset.ID, nil)
	if err != nil {
		return err
	}
	h.shared = shared
	if err := h.install(ctx, shared, h.preset.Shared); err != nil {
		return errors.Join(err, h.root.Close(ctx))
	}
	return nil
}

// install mounts rows in order, each in a scope of its own.
func (h *Host) install(ctx context.Context, s *scope.Scope, rows []presets.Row) error {
	for _, row := range rows {
		if row.Disabled {
			continue
		}
		child, err := s.Child(row.Plugin)
		if err != nil {
			return err
		}
		if err := h.plugins[row.Plugin].Install(ctx, child, row.Config); err != nil {
			return &presets.Error{
				Code: presets.CodeMount, Err: errors.Join(err, child.Close(ctx)),
				Message: fmt.Sprintf("preset %q, plugin %q", h.preset.ID, row.Plugin),
			}
		}
	}
	return nil
}

// unmount closes every agent, the newest first, and then the deployment.
func (h *Host) unmount(ctx context.Context) error {
	h.mu.Lock()
	agents := slices.Clone(h.agents)
	h.mu.Unlock()
	var errs []error
	for _, a := range slices.Backward(agents) {
		errs = append(errs, a.Close(ctx))
	}
	return errors.Join(append(errs, h.root.Close(ctx))...)
}

// Close takes the process down: agents, rows in reverse order, services. It
// waits for what was started, at most for the stop timeout.
func (h *Host) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.stopTimeout)
	defer cancel()
	return h.stop(ctx)
}
