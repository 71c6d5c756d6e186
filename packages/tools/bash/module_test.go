package bash_test

import (
	"slices"
	"strings"
	"testing"

	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
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

// The prompt speaks of the shell where it is offered.
func TestGuidance(t *testing.T) {
	registry, err := tools.New(tools.Options{})
	must(t, err)
	prompt, err := systemprompt.New(systemprompt.Config{})
	must(t, err)
	service, root := shell.NewService(registry), scope.NewRoot("test")
	defer func() { must(t, root.Close(t.Context())) }()
	for _, p := range []plugin.Plugin{
		local.Plugin(local.Params{Shell: service}),
		jobs.Plugin(jobs.Params{Tools: registry, Jobs: jobs.NewService(), Prompt: prompt}),
		bash.Plugin(bash.Params{Tools: registry, Shell: service, Prompt: prompt}),
	} {
		must(t, p.Install(t.Context(), root, nil))
	}
	agent, err := root.Keyed("agent", nil)
	must(t, err)
	persist := persistent.Plugin(persistent.Params{Tools: registry, Shell: service, Prompt: prompt})
	must(t, persist.Install(t.Context(), agent, nil))
	without, err := root.Keyed("without", nil)
	must(t, err)
	_, err = registry.Restrict(without, tools.Restriction{Deny: []string{bash.ToolName}})
	must(t, err)
	for _, c := range []struct {
		key  *scope.Key
		want []string
		says string
	}{
		{nil, []string{"tools:bash", "tools:jobs"}, "&&"},
		{agent.Key(), []string{"tools:bash", "tools:jobs"}, "still hold"},
		{without.Key(), []string{"tools:jobs"}, "job"},
	} {
		a, err := prompt.Assemble(t.Context(), systemprompt.Input{Key: c.key})
		must(t, err)
		var got []string
		for _, s := range a.Sections {
			if s.Text != "" {
				got = append(got, s.Name)
			}
		}
		said := a.Sections[0].Text + a.Sections[len(a.Sections)-1].Text
		if !slices.Equal(got, c.want) || !strings.Contains(said, c.says) {
			t.Errorf("sections %q", got)
		}
	}
}
