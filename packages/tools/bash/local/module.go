package local

import (
	"context"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"go.uber.org/fx"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// PluginName is the name of the row that mounts the executor. It stands before the rows of the
// tools that use it.
const PluginName = "shell-local"

// PluginConfig are the settings of the executor and of its sandbox.
type PluginConfig struct {
	Config
	// Sandbox confines commands; without a mode they are not confined.
	Sandbox SandboxConfig `json:"sandbox,omitzero"`
}

// SandboxConfig are the settings of the sandbox.
type SandboxConfig struct {
	// Mode is read-only, workspace-write or danger-full-access; empty means no sandbox at all:
	// nothing is confined, and calls cannot ask for a wider mode.
	Mode sandbox.Mode `json:"mode,omitzero"`
	// Provider is native or bubblewrap; empty takes the first that works.
	Provider string `json:"provider,omitzero"`
	// Root is the workspace of calls whose agent has none; default: the working directory.
	Root string `json:"root,omitzero"`
	// Writable are further places that may be written in workspace-write.
	Writable []string `json:"writable,omitzero"`
	// Readable, when given, hides the rest of the file system but the system's directories.
	Readable []string `json:"readable,omitzero"`
	// Network leaves the network open.
	Network bool `json:"network,omitzero"`
	// PrivateTemp closes the shared temporary directories; commands get one of their own.
	PrivateTemp bool `json:"privateTemp,omitzero"`
}

// Validate refuses settings that mean nothing.
func (c PluginConfig) Validate() error {
	if c.Sandbox.Mode != "" && !c.Sandbox.Mode.Valid() {
		_, err := sandbox.ParseMode(string(c.Sandbox.Mode))
		return err
	}
	return c.Config.Validate()
}

// policy is the default confinement.
func (c SandboxConfig) policy() sandbox.Policy {
	return sandbox.Policy{Mode: c.Mode, Root: c.Root, Writable: c.Writable,
		Readable: c.Readable, Network: c.Network, PrivateTemp: c.PrivateTemp}
}

// Params are the services that the plugin needs.
type Params struct {
	fx.In
	Shell  *shell.Service
	Logger *slog.Logger `optional:"true"`
}

// Plugin returns the plugin that makes this machine the place where commands of the row's scope
// run. What the sandbox cannot enforce here is logged at once.
func Plugin(p Params) plugin.Plugin {
	return plugin.Of(PluginName, func(ctx context.Context, s *scope.Scope, c PluginConfig) error {
		return install(ctx, s, p, c)
	})
}

func install(ctx context.Context, s *scope.Scope, p Params, c PluginConfig) error {
	o := Options{Config: c.Config, Policy: c.Sandbox.policy()}
	if c.Sandbox.Mode != "" {
		provider, err := sandbox.New(sandbox.Options{Provider: c.Sandbox.Provider})
		if err != nil {
			return err
		}
		o.Sandbox = provider
		if r := provider.Report(ctx); c.Sandbox.Mode.Confines() && p.Logger != nil &&
			r.Enforcement != sandbox.EnforcementFull {
			p.Logger.Warn(r.String())
		}
	}
	e, err := New(o)
	if err != nil {
		return err
	}
	if _, err := s.Defer(PluginName, e.Close); err != nil {
		return err
	}
	_, err = p.Shell.Executors.Provide(s, e)
	return err
}

// Module provides the plugin.
var Module = fx.Module(PluginName, plugin.Provide(Plugin))
