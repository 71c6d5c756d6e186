package plugin_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
)

// names indexes a group whose order is random.
func names(plugins []plugin.Plugin) []string {
	var all []string
	for _, p := range plugins {
		all = append(all, p.Name)
	}
	slices.Sort(all)
	return all
}

func TestProvide(t *testing.T) {
	type service struct{ name string }
	type none = struct{}
	var plugins []plugin.Plugin
	app := fxtest.New(t,
		fx.NopLogger,
		fx.Supply(&service{"shell"}),
		plugin.Provide(func(s *service) plugin.Plugin {
			return plugin.Of(s.name, func(context.Context, *scope.Scope, none) error { return nil })
		}),
		plugin.Provide(func() (plugin.Plugin, error) {
			return plugin.Of("fallible", func(context.Context, *scope.Scope, none) error { return nil }), nil
		}),
		fx.Populate(fx.Annotate(&plugins, fx.ParamTags(`group:"`+plugin.Group+`"`))),
	)
	app.RequireStart().RequireStop()
	if got := names(plugins); !slices.Equal(got, []string{"fallible", "shell"}) {
		t.Errorf("plugins %q", got)
	}
}

func TestProvideReportsMistakes(t *testing.T) {
	failed := errors.New("failed")
	var plugins []plugin.Plugin
	take := fx.Populate(fx.Annotate(&plugins, fx.ParamTags(`group:"`+plugin.Group+`"`)))
	tests := map[string]any{
		"no function":       7,
		"no result":         func() {},
		"missing parameter": func(chan int) plugin.Plugin { return plugin.Plugin{} },
		"failing":           func() (plugin.Plugin, error) { return plugin.Plugin{}, failed },
	}
	for name, ctor := range tests {
		t.Run(name, func(t *testing.T) {
			if err := fx.New(fx.NopLogger, plugin.Provide(ctor), take).Err(); err == nil {
				t.Error("accepted")
			}
		})
	}
}
