package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/ask"
)

// Host is a running preset: one generation of it, whose shared rows are mounted
// once and stand until Close. Create it with [Start]. Safe for concurrent use.
type Host struct {
	// Tools is the registry that everything is mounted in.
	Tools *tools.Registry
	// Agents is the list of the live agents.
	Agents *agent.Agents
	// Prompt is what the agents' prompts are assembled from.
	Prompt *systemprompt.Prompt
	// Approval, Permissions and Askers are the services of the parts of these names;
	// nil where the preset does not link them.
	Approval    *approval.Service
	Permissions *permission.Mounted
	Askers      *ask.Askers

	preset      presets.Preset
	log         *slog.Logger
	stopTimeout time.Duration
	plugins     map[string]plugin.Plugin
	root        *scope.Scope
	shared      *scope.Scope
	prompter    agentloop.Prompter
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

// adopt takes the application's services and checks every row.
func (h *Host) adopt(s services) error {
	h.Tools, h.Agents, h.Prompt = s.Tools, s.Agents, s.Prompt
	h.Approval, h.Permissions, h.Askers = s.Approval, s.Permissions, s.Askers
	h.plugins = make(map[string]plugin.Plugin, len(s.Plugins))
	for _, p := range s.Plugins {
		if _, taken := h.plugins[p.Name]; taken {
			return &presets.Error{Code: presets.CodeDuplicatePlugin, Message: fmt.Sprintf(
				"two parts provide a plugin named %q", p.Name)}
		}
		h.plugins[p.Name] = p
	}
	for _, row := range slices.Concat(h.preset.Shared, h.preset.Agent) {
		if err := h.check(row); err != nil {
			return err
		}
	}
	return nil
}

// Shared returns the scope of the preset's standing mount, which all agents of the
// preset inherit from. What is registered in it ends with the host.
func (h *Host) Shared() *scope.Scope { return h.shared }

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
	h.prompter, err = agentloop.System(ctx, h.root, h.Prompt, h.Tools)
	if err == nil {
		err = h.install(ctx, shared, h.preset.Shared)
	}
	if err != nil {
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
		placed := plugin.WithPlaces(ctx, row.Place.Of)
		if err := h.plugins[row.Plugin].Install(placed, child, row.Config); err != nil {
			return h.refused(row, errors.Join(err, child.Close(ctx)))
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
