package read

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// Name is the tool's name.
const Name = "read"

const description = "Show a text file with line numbers. Prefer it to shell commands for reading. " +
	"A long file comes in windows: the footer tells how much there is, and which offset continues. " +
	"Overlong lines are cut and marked. Directories, binary files and images are refused."

// Value is the canonical value of a call.
type Value struct {
	// Path is the absolute path, as displayed.
	Path       string        `json:"path"`
	Offset     int           `json:"offset"`
	Lines      []window.Line `json:"lines"`
	TotalLines int           `json:"totalLines"`
}

// tool is the state of one registration.
type tool struct {
	files  *fs.Service
	config Config
	reader window.Reader
}

// New returns the definition of the tool. It fails when the configuration is out of range; zeros in
// it are defaults.
func New(files *fs.Service, c Config) (tools.Definition, error) {
	c = c.Resolve()
	if err := c.Validate(); err != nil {
		return tools.Definition{}, err
	}
	root, err := fs.DirOrCurrent(c.Root)
	if err != nil {
		return tools.Definition{}, err
	}
	c.Root = root
	t := &tool{files: files, config: c}
	return tools.Define(tools.Tool[Arguments, Value]{
		Name: Name, Description: description,
		Execute: t.execute, Render: t.render, Meta: meta,
		ConcurrencySafe: func(Arguments) bool { return true },
		PresentCall:     presentCall, PresentResult: presentResult,
		Traits: tools.Traits{ReadOnly: true, Idempotent: true},
	})
}

func (t *tool) render(a Arguments, v Value) llm.Content {
	q, err := t.config.query(a)
	if err != nil {
		return nil // no value comes of such arguments
	}
	w := window.Window{Offset: v.Offset, Lines: v.Lines, TotalLines: v.TotalLines}
	return llm.TextContent(w.Render(v.Path, q.Limit))
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, a Arguments) (Value, error) {
	q, err := t.config.query(a)
	if err != nil {
		return Value{}, err
	}
	place, err := t.files.Place(x.Call, t.config.Root)
	if err != nil {
		return Value{}, err
	}
	target, err := place.Resolve(ctx, a.FilePath, place.Dir)
	if err != nil {
		return Value{}, err
	}
	file, err := t.open(ctx, x, place, target)
	if err != nil {
		return Value{}, err
	}
	defer file.Close()
	sum := place.NewSum()
	w, err := t.reader.Read(ctx, io.TeeReader(file, sum), q)
	if err != nil {
		return Value{}, failure(ctx, target, err)
	}
	t.files.Saw(ctx, x.Call, target, sum.Of(file.Info.Version))
	return Value{Path: target.Display, Offset: w.Offset, Lines: w.Lines, TotalLines: w.TotalLines}, nil
}

// open opens the target. That it is missing is an observation too.
func (t *tool) open(
	ctx context.Context, x *tools.Exec, place fs.Place, target filesys.Target,
) (*filesys.File, error) {
	file, err := place.Open(ctx, target, filesys.VerbRead)
	if filesys.CodeOf(err) == filesys.CodeNotFound {
		t.files.Saw(ctx, x.Call, target, filesys.Version{})
	}
	return file, err
}

// failure gives a problem with the content its code and text.
func failure(ctx context.Context, target filesys.Target, err error) error {
	if problem, ok := errors.AsType[window.Problem](err); ok {
		return filesys.Fail(filesys.CodeNotText, filesys.VerbRead, target.Display, string(problem))
	}
	if out, ok := errors.AsType[*window.RangeError](err); ok {
		return &filesys.Error{Code: filesys.CodeNotFound, Err: err, Message: fmt.Sprintf(
			"offset %d is out of range for \"%s\" (%d lines)", out.Offset, target.Display, out.TotalLines)}
	}
	if ctx.Err() != nil {
		return filesys.Aborted(filesys.VerbRead, context.Cause(ctx))
	}
	return filesys.Translate(filesys.VerbRead, target.Display, err)
}
