package host

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

// services are what the host itself puts into the application.
type services struct {
	fx.In
	Tools   *tools.Registry
	Plugins []plugin.Plugin `group:"plugins"`
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
		fx.Provide(func() (*tools.Registry, error) { return tools.New(tools.Options{Logger: h.log}) }),
		presets.Compose(p.Parts...),
		fx.Invoke(func(lc fx.Lifecycle, s services) error {
			if err := h.adopt(s.Tools, s.Plugins); err != nil {
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

func wiring(p presets.Preset, err error) error {
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

// defaultStopTimeout is when the process gives up waiting for its shutdown.
const defaultStopTimeout = 30 * time.Second
