package bash_test

import (
	"testing"

	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/persistent"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// group takes the plugins out of the application.
type group struct {
	fx.In
	Tools   *tools.Registry
	Plugins []plugin.Plugin `group:"plugins"`
}

func TestModulesWireUp(t *testing.T) {
	var got group
	app := fxtest.New(t, fx.NopLogger,
		fx.Provide(func() (*tools.Registry, error) { return tools.New(tools.Options{}) }),
		shell.Module, local.Module, jobs.Module, bash.Module, persistent.Module,
		fx.Invoke(func(g group) { got = g }))
	app.RequireStart()
	defer app.RequireStop()
	byName := make(map[string]plugin.Plugin)
	for _, p := range got.Plugins {
		byName[p.Name] = p
	}
	root := scope.NewRoot("test")
	defer func() { must(t, root.Close(t.Context())) }()
	install := func(name, config string) error {
		row, err := root.Child(name)
		must(t, err)
		return byName[name].Install(t.Context(), row, []byte(config))
	}
	if err := install(bash.PluginName, ""); err == nil {
		t.Error("the tool was mounted without an executor")
	}
	must(t, install(local.PluginName, `{"graceMs":100,"sandbox":{"mode":"read-only"}}`))
	must(t, install(jobs.PluginName, ""))
	must(t, install(bash.PluginName, ""))
	if err := install(persistent.PluginName, ""); err == nil {
		t.Error("two tools of one name in one scope")
	}
	if n := len(got.Tools.Definitions(nil, nil)); n != 4 {
		t.Errorf("%d tools", n)
	}
	for name, config := range map[string]string{
		local.PluginName: `{"sandbox":{"mode":"open"}}`,
		jobs.PluginName:  `{"waitTimeoutMs":700000}`,
		bash.PluginName:  `{"enable":true}`,
	} {
		if err := install(name, config); err == nil {
			t.Errorf("%s accepted %s", name, config)
		}
	}
}

func TestModulesWithoutJobs(t *testing.T) {
	fxtest.New(t, fx.NopLogger,
		fx.Provide(func() (*tools.Registry, error) { return tools.New(tools.Options{}) }),
		shell.Module, local.Module, bash.Module, fx.Invoke(func(group) {}),
	).RequireStart().RequireStop()
}
