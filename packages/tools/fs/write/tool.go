package write

import (
	"context"
	"errors"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// Name is the tool's name.
const Name = "write"

const description = "Create a file, or replace all of its content. Missing directories are made. " +
	"Read an existing file before you replace it. For a change to part of a file, prefer edit."

// Arguments are those of the tool where there is no wall.
type Arguments struct {
	FilePath string `json:"file_path" description:"File to write: a path relative to the workspace, or absolute."`
	Content  string `json:"content" description:"The whole new content, written exactly as given; it may be empty."`
}

// ConfinedArguments are those of the tool where there is one.
type ConfinedArguments struct {
	Arguments
	fs.Escalation
}

// Value is the canonical value of a call.
type Value struct {
	// Path is the absolute path, as displayed.
	Path string `json:"path"`
	// Operation is "create" or "update".
	Operation string `json:"operation" enum:"create,update"`
	// Before is the old text with LF line endings, null when there was none or it is not to be had.
	Before *string `json:"before"`
	// After is the new text with LF line endings.
	After string `json:"after"`
}

type tool struct {
	files *fs.Service
	root  string
}

// New returns the definition of the tool for a scope. Whether it has the escalation arguments
// depends on whether the scope has a wall now.
func New(files *fs.Service, key *scope.Key, c Config) (tools.Definition, error) {
	root, err := fs.DirOrCurrent(c.Root)
	if err != nil {
		return tools.Definition{}, err
	}
	t := &tool{files: files, root: root}
	if _, ok := files.Confines(key); ok {
		return confined(t).Define()
	}
	return fs.Lean[Arguments, Value]{
		Name: Name, Description: description,
		Execute: func(ctx context.Context, x *tools.Exec, a Arguments) (*jsonvalue.Object, error) {
			if err := first(validate(a), fs.RefuseEscalation(x.Call)); err != nil {
				return nil, err
			}
			return t.write(ctx, x, a, "")
		},
		Render: render, Meta: meta, PresentCall: presentCall, PresentResult: presentResult,
		Traits: tools.Traits{Destructive: true, Idempotent: true},
	}.Define()
}

func confined(t *tool) fs.Lean[ConfinedArguments, Value] {
	return fs.Lean[ConfinedArguments, Value]{
		Name: Name, Description: description,
		Execute: func(ctx context.Context, x *tools.Exec, a ConfinedArguments) (*jsonvalue.Object, error) {
			if err := validate(a.Arguments); err != nil {
				return nil, err
			}
			mode, err := t.files.Escalate(ctx, x, a.Escalation)
			if err != nil {
				return nil, err
			}
			return t.write(ctx, x, a.Arguments, mode)
		},
		Render:      func(a ConfinedArguments, v jsonvalue.Value) llm.Content { return render(a.Arguments, v) },
		Meta:        func(a ConfinedArguments, v jsonvalue.Value) any { return meta(a.Arguments, v) },
		PresentCall: func(a ConfinedArguments) tools.CallView { return presentCall(a.Arguments) },
		PresentResult: func(a ConfinedArguments, r tools.Presented) tools.ResultView {
			return presentResult(a.Arguments, r)
		},
		Traits: tools.Traits{Destructive: true, Idempotent: true},
	}
}

func validate(a Arguments) error {
	if strings.TrimSpace(a.FilePath) == "" {
		return errors.New("file_path must be a non-empty string")
	}
	return nil
}

// write does the work in a mode, "" being that of the wall.
func (t *tool) write(
	ctx context.Context, x *tools.Exec, a Arguments, mode filesys.Mode,
) (*jsonvalue.Object, error) {
	place, err := t.files.Place(x.Call, t.root)
	if err != nil {
		return nil, err
	}
	target, err := place.Resolve(ctx, a.FilePath, place.Dir)
	if err != nil {
		return nil, err
	}
	expect, err := t.files.AskWrite(ctx, x.Call, target)
	if err != nil {
		return nil, err
	}
	r, err := place.Write(ctx, target, filesys.WriteRequest{Content: a.Content, Expect: expect, Mode: mode})
	if err != nil {
		return nil, place.Explain(err, mode)
	}
	t.files.Saw(ctx, x.Call, target, r.Version)
	var v jsonvalue.Object
	v.Set("path", target.Display)
	v.Set("operation", string(r.Operation))
	v.Set("before", nil)
	if r.HasBefore {
		v.Set("before", r.Before)
	}
	v.Set("after", r.After)
	return &v, nil
}

func render(_ Arguments, v jsonvalue.Value) llm.Content {
	done := "Created file"
	if fs.Text(v, "operation") == string(filesys.OperationUpdate) {
		done = "Updated file"
	}
	return llm.TextContent(window.Envelope(fs.Text(v, "path"), "file", done))
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
