package fs_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/editor"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/readimage"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// rows are the plugins of this module with the smallest configuration that each accepts.
var rows = map[string]string{
	"fs-containment": "{}", "fs-observation": "", "tool-read": "", "tool-write": "{}", "tool-edit": "",
	"tool-read-image": "", "tool-str-replace-editor": "", "tool-grep": "",
	"tool-glob": `{"sampleOverCapGlobResults":false}`,
}

type found struct {
	fx.In
	Tools   *tools.Registry
	Plugins []plugin.Plugin `group:"plugins"`
}

// application links every module, as a deployment does.
func application(t *testing.T) found {
	t.Helper()
	var f found
	app := fxtest.New(t, fx.NopLogger,
		fx.Provide(func() (*tools.Registry, error) {
			return tools.New(tools.Options{Logger: slog.New(slog.DiscardHandler)})
		}),
		fs.Module, observe.Module, read.Module, write.Module, edit.Module, readimage.Module,
		glob.Module, grep.Module, editor.Module,
		fx.Invoke(func(in found) { f = in }),
	)
	app.RequireStart()
	t.Cleanup(app.RequireStop)
	slices.SortFunc(f.Plugins, func(a, b plugin.Plugin) int { return cmpString(a.Name, b.Name) })
	return f
}

func cmpString(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestModules(t *testing.T) {
	f := application(t)
	root := scope.NewRoot("test")
	defer root.Close(context.Background())
	if len(f.Plugins) != len(rows) {
		t.Errorf("%d plugins, want %d", len(f.Plugins), len(rows))
	}
	for _, p := range f.Plugins {
		row, ok := rows[p.Name]
		if !ok {
			t.Errorf("plugin %q is not expected", p.Name)
		}
		if err := p.Install(t.Context(), root, []byte(row)); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if p.Config() == nil {
			t.Errorf("%s has no configuration", p.Name)
		}
	}
	var names []string
	for _, d := range f.Tools.Schemas(nil, nil) {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	want := []string{"edit", "glob", "grep", "read", "read_image", "str_replace_editor", "write"}
	if !slices.Equal(names, want) {
		t.Errorf("tools %q, want %q", names, want)
	}
	if err := root.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if left := f.Tools.Schemas(nil, nil); len(left) != 0 {
		t.Errorf("after closing: %d tools", len(left))
	}
}

// Wrong rows are refused when they are installed, and say what is wrong.
func TestModulesRefuseRows(t *testing.T) {
	f := application(t)
	for _, c := range []struct{ plugin, row, want string }{
		{"tool-read", `{"readLimit":0}`, "readLimit must be a positive integer, got 0"},
		{"tool-read", `{"readMaxBytes":-1}`, "readMaxBytes must be a positive integer, got -1"},
		{"tool-read", `{"readlimit":5}`, "readlimit"},
		{"tool-glob", ``, "sampleOverCapGlobResults is required"},
		{"tool-glob", `{"sampleOverCapGlobResults":true,"globMaxResults":0}`, "globMaxResults must be"},
		{"tool-grep", `{"grepMaxMatches":-3}`, "grepMaxMatches must be a positive integer, got -3"},
		{"tool-grep", `{"engine":"ag"}`, `unknown search engine "ag"`},
		{"tool-read-image", `{"mediaTypes":["image/bmp"]}`, `unknown media type "image/bmp"`},
		{"tool-read-image", `{"maxSide":-1}`, "maxSide must be a positive integer"},
		{"tool-str-replace-editor", `{"description":" "}`, "description must not be blank"},
		{"tool-str-replace-editor", `{"maxOutputChars":-1}`, "maxOutputChars must be a positive integer"},
		{"fs-containment", `{"mode":"open"}`, `unknown sandbox mode "open"`},
		{"fs-containment", `{"files":{"editMaxBytes":-1}}`, "editMaxBytes must be positive"},
		{"fs-observation", `{"x":1}`, "x"},
	} {
		t.Run(c.plugin+c.row, func(t *testing.T) {
			root := scope.NewRoot("test")
			defer root.Close(context.Background())
			i := slices.IndexFunc(f.Plugins, func(p plugin.Plugin) bool { return p.Name == c.plugin })
			err := f.Plugins[i].Install(t.Context(), root, []byte(c.row))
			if err == nil || !contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if n := len(f.Tools.Schemas(nil, nil)); n != 0 {
				t.Errorf("%d tools were registered", n)
			}
		})
	}
}
