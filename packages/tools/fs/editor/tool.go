package editor

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// Name is the tool's name.
const Name = "str_replace_editor"

const description = "View, create and change files. view shows a file with line numbers, or a " +
	"directory two levels deep. create makes a new file and never overwrites. str_replace replaces " +
	"old_str, which must occur exactly once, by new_str. insert puts new_str after a line. View a file " +
	"before you change it."

// Arguments are those of the tool.
type Arguments struct {
	Command    string    `json:"command" enum:"view,create,str_replace,insert" description:"What to do."`
	Path       string    `json:"path" description:"Absolute path of the file, or of the directory to view."`
	FileText   *string   `json:"file_text,omitzero" description:"For create: the content of the new file."`
	InsertLine *int      `json:"insert_line,omitzero" description:"For insert: the line after which to insert; 0 is the beginning."`
	NewStr     *string   `json:"new_str,omitzero" description:"For str_replace: the replacement, empty by default. For insert: the text."`
	OldStr     *string   `json:"old_str,omitzero" description:"For str_replace: the text to replace, exactly as it stands."`
	ViewRange  []float64 `json:"view_range,omitempty" description:"For view of a file: first and last line, as in [11, 20]; -1 is the end."`
}

type tool struct {
	files  *fs.Service
	config Config
}

// call is one call of the tool.
type call struct {
	*tool
	ctx   context.Context
	x     *tools.Exec
	args  Arguments
	place fs.Place
	// target is what the path leads to, and info what is there.
	target filesys.Target
	info   filesys.Info
}

// New returns the definition of the tool. It fails when the configuration is out of range.
func New(files *fs.Service, c Config) (tools.Definition, error) {
	if err := c.Validate(); err != nil {
		return tools.Definition{}, err
	}
	c = c.Resolve()
	t := &tool{files: files, config: c}
	return tools.Define(tools.Tool[Arguments, string]{
		Name: Name, Description: *c.Description,
		Execute: t.execute, PresentCall: presentCall, PresentResult: presentResult,
		Traits: tools.Traits{Destructive: true},
	})
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, a Arguments) (string, error) {
	if err := checkPath(a.Path); err != nil {
		return "", err
	}
	place, err := t.files.Place(x.Call, "")
	if err != nil {
		return "", err
	}
	target, err := place.Resolve(ctx, a.Path, place.Dir)
	if err != nil {
		return "", err
	}
	info, err := place.Stat(ctx, target)
	if err != nil {
		return "", err
	}
	c := &call{tool: t, ctx: ctx, x: x, args: a, place: place, target: target, info: info}
	text, err := c.run()
	return text, c.explain(err)
}

func checkPath(path string) error {
	switch {
	case strings.TrimSpace(path) == "":
		return errors.New("path must be a non-empty string")
	case !filepath.IsAbs(path):
		return fmt.Errorf("path must be absolute: did you mean \"%s\"?",
			string(filepath.Separator)+strings.TrimPrefix(path, "./"))
	}
	return nil
}

func (c *call) run() (string, error) {
	switch c.args.Command {
	case "create":
		return c.create()
	case "str_replace":
		return c.strReplace()
	case "insert":
		return c.insert()
	}
	return c.view()
}

// explain adds remedies, and gives a refusal by the wall its marker; this tool cannot escalate.
func (c *call) explain(err error) error {
	mode, _ := c.place.Confinement()
	return fs.WithRemedy(fs.WithMarker(err, mode, false))
}

// required returns a parameter that a command needs.
func (c *call) required(name string, value *string) (string, error) {
	if value == nil {
		return "", c.missing(name)
	}
	return *value, nil
}

func (c *call) missing(name string) error {
	//lint:ignore ST1005 the text is interface
	return fmt.Errorf("Parameter `%s` is required for command: %s", name, c.args.Command)
}
