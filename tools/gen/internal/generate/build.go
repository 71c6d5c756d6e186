package generate

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/tools/gen/internal/boot"
	"github.com/dsh-go/dsh/tools/gen/internal/codes"
	"github.com/dsh-go/dsh/tools/gen/internal/command"
	"github.com/dsh-go/dsh/tools/gen/internal/config"
	"github.com/dsh-go/dsh/tools/gen/internal/events"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modmap"
	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/pipeline"
	"github.com/dsh-go/dsh/tools/gen/internal/rules"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"golang.org/x/sync/errgroup"
)

// Build gathers the model of the repository at root. Everything that is missing
// is reported at once.
func Build(ctx context.Context, root string) (*model.Model, *source.Tree, error) {
	var m model.Model
	var tree *source.Tree
	g, loading := errgroup.WithContext(ctx)
	g.Go(func() (err error) {
		tree, err = source.Load(loading, source.Query{Root: root})
		return err
	})
	g.Go(func() (err error) {
		m.Command, err = command.Read(loading, root)
		return err
	})
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	workspace, err := modules.Load(root)
	if err != nil {
		return nil, nil, err
	}
	var errs [5]error
	m.Modules, errs[0] = modmap.Read(workspace, tree)
	m.Events, errs[1] = events.Read(tree)
	m.Codes, errs[2] = codes.Read(tree)
	m.Rules, errs[3] = rules.Read(root)
	errs[4] = errors.Join(runs(ctx, &m, tree), presetFacts(ctx, &m, tree, builtin.All()))
	return &m, tree, errors.Join(errs[:]...)
}

// runs observes the pipeline.
func runs(ctx context.Context, m *model.Model, tree *source.Tree) error {
	stages, err := pipeline.Stages(tree)
	if err != nil {
		return err
	}
	m.Pipeline, err = pipeline.Observe(ctx, stages)
	return err
}

// presetFacts boots presets, for tools and for the defaults of plugins.
func presetFacts(ctx context.Context, m *model.Model, tree *source.Tree, list []presets.Preset) error {
	booted, err := boot.Presets(ctx, list)
	if err != nil {
		return err
	}
	var errs [2]error
	m.Plugins, errs[0] = config.Read(tree, booted.Linked)
	errs[1] = booted.Locate(m.Plugins)
	m.Presets, m.Tools = booted.Presets, booted.Tools
	return errors.Join(errs[:]...)
}
