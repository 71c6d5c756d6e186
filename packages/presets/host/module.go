package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

// services are what the host takes out of the application.
type services struct {
	fx.In
	Tools       *tools.Registry
	Agents      *agent.Agents
	Prompt      *systemprompt.Prompt
	Approval    *approval.Service   `optional:"true"`
	Permissions *permission.Mounted `optional:"true"`
	Askers      *ask.Askers         `optional:"true"`
	Plugins     []plugin.Plugin     `group:"plugins"`
}

// base are the parts that there is no agent without.
func (h *Host) base() []presets.Part {
	return []presets.Part{
		{Name: "tools", Option: fx.Provide(func() (*tools.Registry, error) {
			return tools.New(tools.Options{Logger: h.log})
		})},
		{Name: "agent", Option: agent.Module},
		{Name: "system-prompt", Option: systemprompt.Module},
	}
}

// Start builds the application and mounts the preset's shared rows. Errors are
// [*presets.Error]; after one nothing is left running.
func Start(ctx context.Context, p presets.Preset, o Options) (*Host, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	h := newHost(p, o)
	app := fx.New(
		fx.WithLogger(func() fxevent.Logger { return quiet(h.log) }),
		fx.RecoverFromPanics(),
		fx.StopTimeout(h.stopTimeout),
		fx.Supply(h.log),
		presets.Compose(slices.Concat(h.base(), p.Parts, o.Parts)...),
		fx.Invoke(func(lc fx.Lifecycle, s services) error {
			if err := h.adopt(s); err != nil {
				return err
			}
			lc.Append(fx.Hook{OnStart: h.mount, OnStop: h.unmount})
			return nil
		}),
	)
	if err := app.Err(); err != nil {
		return nil, wiring(p, err)
	}
	if err := app.Start(ctx); err != nil {
		return nil, wiring(p, err)
	}
	h.stop = app.Stop
	return h, nil
}

// wiring is a preset that does not start. A refused row says by itself which and
// where.
func wiring(p presets.Preset, err error) error {
	if refused, ok := errors.AsType[*presets.Error](err); ok {
		return refused
	}
	return &presets.Error{
		Code: presets.CodeWiring, Err: err,
		Message: fmt.Sprintf("preset %q could not be started", p.ID),
	}
}

func quiet(log *slog.Logger) fxevent.Logger {
	l := &fxevent.SlogLogger{Logger: log}
	l.UseLogLevel(slog.LevelDebug)
	l.UseErrorLevel(slog.LevelDebug) // the error itself is returned
	return l
}
