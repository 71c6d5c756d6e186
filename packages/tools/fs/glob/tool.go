package glob

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

// Name is the tool's name.
const Name = "glob"

const description = "List files whose paths match a glob. Prefer it to shell commands like find. It " +
	"lists files only, hidden and ignored ones too, but nothing inside version control directories. " +
	"A pattern without a slash matches names at any depth; one with a slash is anchored at the " +
	"workspace, not at path: use **/ to match anywhere. "

// order tells the model what is shown of a long list.
var order = map[bool]string{
	false: "Files are listed oldest change first; a list that is too long shows its beginning.",
	true: "Files are listed oldest change first; a list that is too long shows a sample of each " +
		"entry at the top.",
}

// Arguments are those of the tool.
type Arguments struct {
	Pattern string  `json:"pattern" description:"Glob, as in *.go, src/**/*.ts or *.{md,txt}. A leading ! lists what does not match."`
	Path    *string `json:"path,omitzero" description:"Directory to search, relative to the workspace or absolute. Default: the workspace."`
}

// Value is the canonical value of a call: everything that was found.
type Value struct {
	// Root is the absolute path of what was searched.
	Root  string   `json:"root"`
	Paths []string `json:"paths"`
	// Warnings counts what could not be read or shown faithfully; Skipped names some of it.
	Warnings int      `json:"warnings,omitzero"`
	Skipped  []string `json:"skipped,omitempty"`

	// base is the root as paths begin with it.
	base string
}

type tool struct {
	files    *fs.Service
	config   Config
	searcher *search.Searcher
}

// New returns the definition of the tool. It fails when the configuration is out of range or asks
// for an engine that is not there; zeros in it are defaults.
func New(ctx context.Context, files *fs.Service, c Config) (tools.Definition, error) {
	c = c.Resolve()
	if err := c.Validate(); err != nil {
		return tools.Definition{}, err
	}
	engine, err := auto.Engine(ctx, c.Engine)
	if err != nil {
		return tools.Definition{}, err
	}
	if c.Root, err = fs.DirOrCurrent(c.Root); err != nil {
		return tools.Definition{}, err
	}
	t := &tool{files: files, config: c, searcher: search.New(engine, c.RawOutputMaxBytes)}
	return tools.Define(tools.Tool[Arguments, Value]{
		Name: Name, Description: description + order[*c.SampleOverCapGlobResults],
		Execute: t.execute, Render: t.render, Meta: t.meta, ProjectContent: project,
		ConcurrencySafe: func(Arguments) bool { return true },
		PresentCall:     presentCall, PresentResult: presentResult,
		Timeout: time.Duration(c.TimeoutMs) * time.Millisecond,
		Traits:  tools.Traits{ReadOnly: true, Idempotent: true},
	})
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, a Arguments) (Value, error) {
	dir, err := t.files.SearchDir(ctx, x.Call, t.config.Root, a.Path)
	if err != nil {
		return Value{}, err
	}
	answer, err := t.searcher.Glob(ctx, search.GlobQuery{Dir: dir, Pattern: a.Pattern, Path: a.Path})
	if err != nil {
		return Value{}, err
	}
	v := Value{
		Root: answer.Root, Paths: answer.Paths, base: base(dir, answer.Root),
		Warnings: len(answer.Warnings), Skipped: search.Skipped(answer.Warnings),
	}
	if p := t.page(v); len(p.paths) < p.total {
		all := strings.Join(v.Paths, "\n") + "\n"
		if receipt, ok := t.files.Save(ctx, x.Call, "glob-results.txt", all); ok {
			x.Keep(llm.TextContent(p.text(v, &receipt)))
		}
	}
	return v, nil
}

// base is how paths below root begin: relative when root is below dir.
func base(dir, root string) string {
	rel, err := filepath.Rel(dir, root)
	if err != nil || !filepath.IsLocal(rel) {
		return root
	}
	return strings.TrimSuffix(rel, ".")
}

func (t *tool) page(v Value) page {
	return pageOf(v, t.config.GlobMaxResults, *t.config.SampleOverCapGlobResults)
}

func (t *tool) render(_ Arguments, v Value) llm.Content {
	return llm.TextContent(t.page(v).text(v, nil))
}

// project shows the page that says where the complete list was saved.
func project(_ context.Context, x *tools.Exec, _ jsonvalue.Value) (llm.Content, error) {
	content, _ := x.Kept().(llm.Content)
	return content, nil
}
