package bridge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"go.uber.org/fx"
)

// Names of the rows.
const (
	// ModesPluginName makes commands and file tools follow the sandbox mode in the
	// session of their agent. It replaces the row fs-containment.
	ModesPluginName = "sandbox-modes"
	// StorePluginName lets file tools save what exceeds their caps in the spill store.
	StorePluginName = "fs-spill-store"
)

// NoConfig is the configuration of a row that has none.
type NoConfig struct{}

// ModesParams are the services that the sandbox modes need; those that are not
// linked are left out.
type ModesParams struct {
	fx.In
	Agents *agent.Agents
	Shell  *shell.Service `optional:"true"`
	Files  *fs.Service    `optional:"true"`
}

// Modes returns the plugin that makes confinement follow the session.
func Modes(p ModesParams) plugin.Plugin {
	return plugin.Of(ModesPluginName, func(_ context.Context, s *scope.Scope, c ModesConfig) error {
		c.Mode = cmp.Or(c.Mode, filesys.ModeReadOnly)
		m := &modes{agents: p.Agents, config: c, walls: map[filesys.Mode]*fs.Containment{}}
		return m.install(s, p.Shell, p.Files)
	})
}

// StoreParams are the services that the store for file tools needs.
type StoreParams struct {
	fx.In
	Stores *spill.Stores
	Agents *agent.Agents
	Files  *fs.Service
}

// Store returns the plugin that gives the file tools the spill store.
func Store(p StoreParams) plugin.Plugin {
	return plugin.Of(StorePluginName, func(_ context.Context, s *scope.Scope, _ NoConfig) error {
		if _, ok := p.Stores.Nearest(s.Key()); !ok {
			return errors.New("no spill store is mounted: put a row for one, such as " +
				"spill-store-local, before this one")
		}
		_, err := p.Files.Stores.Provide(s, &store{p.Stores, p.Agents, s.Key()})
		return err
	})
}

// ProgramsParams are the services that the executor of programs needs.
type ProgramsParams struct {
	fx.In
	Tools    *tools.Registry
	Runtimes *ptc.Runtimes
	Spills   *SpillPolicies
	Logger   *slog.Logger `optional:"true"`
}

// Programs returns the plugin of the ptc executor, whose record of nested calls is
// shaped by the spill policy, if one is mounted before it.
func Programs(p ProgramsParams) plugin.Plugin {
	return (&programs{p.Tools, p.Runtimes, p.Spills, p.Logger}).plugin(ptc.PluginName)
}

// The modules provide the plugins, one each: they need what their names say.
var (
	ModesModule = fx.Module(ModesPluginName, plugin.Provide(Modes))
	StoreModule = fx.Module(StorePluginName, plugin.Provide(Store))
	// ProgramsModule takes the place of [ptc.Module].
	ProgramsModule = fx.Module(ptc.PluginName, plugin.Provide(Programs), fx.Provide(
		func() *SpillPolicies { return new(SpillPolicies) },
		fx.Annotate(attach, fx.ResultTags(`group:"`+spill.AttachGroup+`"`)),
	))
)
