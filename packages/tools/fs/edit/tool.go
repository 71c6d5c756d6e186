package edit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

// Name is the tool's name.
const Name = "edit"

const description = "Replace text in a file. old_string is taken literally, with all its blanks and " +
	"line breaks, and must occur exactly once: give enough of its surroundings, or set replace_all to " +
	"replace every occurrence. Read the file first, unless you have just created or edited it."

// Arguments are those of the tool where there is no wall.
type Arguments struct {
	FilePath   string `json:"file_path" description:"File to edit: a path relative to the workspace, or absolute."`
	OldString  string `json:"old_string" description:"Text to find, exactly as it stands in the file, without line numbers."`
	NewString  string `json:"new_string" description:"Text to put in its place; it may be empty."`
	ReplaceAll bool   `json:"replace_all,omitzero" description:"Replace every occurrence. Default false."`
}

// ConfinedArguments are those of the tool where there is one.
type ConfinedArguments struct {
	Arguments
	fs.Escalation
}

// Value is the canonical value of a call. Texts have LF line endings and no byte order mark.
type Value struct {
	// Path is the absolute path, as displayed.
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
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
			if err := validate(a); err != nil {
				return nil, err
			}
			if err := fs.RefuseEscalation(x.Call); err != nil {
				return nil, err
			}
			return t.edit(ctx, x, a, "")
		},
		Render: render, Meta: meta, PresentCall: presentCall, PresentResult: presentResult,
		Traits: tools.Traits{Destructive: true},
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
			return t.edit(ctx, x, a.Arguments, mode)
		},
		Render:      func(a ConfinedArguments, v jsonvalue.Value) llm.Content { return render(a.Arguments, v) },
		Meta:        func(a ConfinedArguments, v jsonvalue.Value) any { return meta(a.Arguments, v) },
		PresentCall: func(a ConfinedArguments) tools.CallView { return presentCall(a.Arguments) },
		PresentResult: func(a ConfinedArguments, r tools.Presented) tools.ResultView {
			return presentResult(a.Arguments, r)
		},
		Traits: tools.Traits{Destructive: true},
	}
}

func validate(a Arguments) error {
	switch {
	case strings.TrimSpace(a.FilePath) == "":
		return errors.New("file_path must be a non-empty string")
	case a.OldString == "":
		return errors.New("old_string must be a non-empty string")
	case a.OldString == a.NewString:
		return errors.New("old_string and new_string must differ")
	}
	return nil
}

// edit does the work in a mode, "" being that of the wall.
func (t *tool) edit(
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
	expect, err := t.files.AskEdit(ctx, x.Call, target)
	if err != nil {
		return nil, fs.WithRemedy(err)
	}
	r, err := place.Edit(ctx, target, filesys.EditRequest{
		Change: textedit.Change{Old: a.OldString, New: a.NewString, All: a.ReplaceAll},
		Expect: expect, Mode: mode,
	})
	if err != nil {
		return nil, place.Explain(err, mode)
	}
	t.files.Saw(ctx, x.Call, target, r.Version)
	var v jsonvalue.Object
	v.Set("path", target.Display)
	v.Set("before", r.Before)
	v.Set("after", r.After)
	return &v, nil
}

func render(a Arguments, v jsonvalue.Value) llm.Content {
	text := "The file %s has been updated successfully."
	if a.ReplaceAll {
		text = "The file %s has been updated. All occurrences were successfully replaced."
	}
	return llm.TextContent(fmt.Sprintf(text, fs.Text(v, "path")))
}
