package grep

import (
	"context"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

// Name is the tool's name.
const Name = "grep"

const description = "Find lines that match a regular expression. Prefer it to shell commands like " +
	"grep or rg. It respects ignore files and skips hidden and binary files, unless path names one. " +
	"The syntax is that of ripgrep: case-sensitive unless (?i), within one line, no look-around and no " +
	"back references, braces that are no repetition count are escaped. It returns single lines; use " +
	"read for what is around them."

// Arguments are those of the tool.
type Arguments struct {
	Pattern string  `json:"pattern" description:"Regular expression, as in func \\w+\\(. Escape literal braces: interface\\{\\}."`
	Path    *string `json:"path,omitzero" description:"File or directory to search, relative to the workspace or absolute. Default: the workspace."`
	Include *string `json:"include,omitzero" description:"One glob that paths must match, as in *.go or *.{ts,tsx}."`
}

// Value is the canonical value of a call: everything that was found.
type Value struct {
	Matches []search.Match `json:"matches"`
	// Warnings counts what could not be read or shown faithfully; Skipped names some of it.
	Warnings int      `json:"warnings,omitzero"`
	Skipped  []string `json:"skipped,omitempty"`
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
		Name: Name, Description: description,
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
	answer, err := t.searcher.Grep(ctx, search.GrepQuery{
		Dir: dir, Pattern: a.Pattern, Path: a.Path, Include: a.Include,
	})
	if err != nil {
		return Value{}, err
	}
	v := Value{
		Matches: answer.Matches, Warnings: len(answer.Warnings), Skipped: search.Skipped(answer.Warnings),
	}
	if len(v.Matches) > t.config.GrepMaxMatches {
		all := t.config.pageOf(v, len(v.Matches), nil) + "\n"
		if receipt, ok := t.files.Save(ctx, x.Call, "grep-results.txt", all); ok {
			x.Keep(llm.TextContent(t.config.pageOf(v, t.config.GrepMaxMatches, &receipt)))
		}
	}
	return v, nil
}

func (t *tool) render(_ Arguments, v Value) llm.Content {
	return llm.TextContent(t.config.pageOf(v, t.config.GrepMaxMatches, nil))
}

// project shows the page that says where the complete result was saved.
func project(_ context.Context, x *tools.Exec, _ jsonvalue.Value) (llm.Content, error) {
	content, _ := x.Kept().(llm.Content)
	return content, nil
}
