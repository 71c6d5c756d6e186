package generate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/figures"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modmap"
	"github.com/dsh-go/dsh/tools/gen/internal/page"
	"github.com/dsh-go/dsh/tools/gen/internal/pipeline"
	"github.com/dsh-go/dsh/tools/gen/internal/render"
	"github.com/dsh-go/dsh/tools/gen/internal/rules"
	"github.com/dsh-go/dsh/tools/gen/internal/snippet"
)

// reference is where the reference pages are, below the root.
const reference = "docs/reference"

// Pages projects the model onto the pages of the repository at root.
func Pages(ctx context.Context, root string, m *model.Model) (*page.Set, error) {
	set := page.New(root)
	text, err := render.JSON(m)
	if err != nil {
		return nil, err
	}
	set.Put(reference+"/model.json", text)
	if err := pictures(ctx, set, m); err != nil {
		return nil, err
	}
	var wrong []error
	for _, r := range regions(m) {
		wrong = append(wrong, set.Fill(r.page, r.name, r.content))
	}
	wrong = append(wrong, snippets(root, set))
	return set, errors.Join(wrong...)
}

// region is one generated part of a page.
type region struct{ page, name, content string }

func regions(m *model.Model) []region {
	at := func(name string) string { return reference + "/" + name + ".md" }
	return []region{
		{at("events"), "event table", render.EventTable(m.Events)},
		{at("events"), "events", render.Events(m.Events)},
		{at("pipeline"), "stages", render.StageTable(m.Pipeline)},
		{at("pipeline"), "graph", render.Mermaid(pipeline.Mermaid(m.Pipeline))},
		{at("pipeline"), "edges", render.EdgeTable(m.Pipeline)},
		{at("pipeline"), "scenarios", render.ScenarioTable(m.Pipeline)},
		{at("tools"), "presets", render.PresetTable(m.Presets)},
		{at("tools"), "tool table", render.ToolTable(m.Tools)},
		{at("tools"), "tools", render.Tools(m.Tools)},
		{at("configuration"), "plugin table", render.PluginTable(m.Plugins)},
		{at("configuration"), "configuration", render.Configuration(m.Plugins)},
		{at("errors"), "codes", render.CodeTable(m.Codes)},
		{at("modules"), "modules", render.ModuleTable(m.Modules)},
		{at("modules"), "graph", render.Mermaid(modmap.Mermaid(m.Modules))},
		{at("cli"), "commands", render.Command(m.Command)},
		{rules.Dir + "/README.md", "coverage", render.RuleCount(m.Rules)},
		{rules.Dir + "/README.md", "rules", render.RuleTable(m.Rules)},
	}
}

func pictures(ctx context.Context, set *page.Set, m *model.Model) error {
	drawn, err := pipeline.SVG(ctx, m.Pipeline)
	if err != nil {
		return err
	}
	set.Put(reference+"/pipeline.svg", drawn)
	if drawn, err = modmap.SVG(ctx, m.Modules); err != nil {
		return err
	}
	set.Put(reference+"/modules.svg", drawn)
	for name, figure := range figures.All() {
		if drawn, err = figure.SVG(ctx); err != nil {
			return err
		}
		set.Put("docs/concepts/"+name+".svg", drawn)
	}
	return nil
}

// snippets fills the regions of all pages that show code.
func snippets(root string, set *page.Set) error {
	var wrong []error
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		for _, region := range page.Names(string(text)) {
			if !strings.HasPrefix(region, snippet.Prefix) {
				continue
			}
			shown, err := snippet.Region(root, region)
			if err == nil {
				err = set.Fill(filepath.ToSlash(rel), region, shown)
			}
			wrong = append(wrong, err)
		}
		return nil
	})
	return errors.Join(append(wrong, err)...)
}
