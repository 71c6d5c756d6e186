package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/tools/gen/internal/links"
	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/page"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"github.com/dsh-go/dsh/tools/gen/internal/surface"
)

// Options say what to do.
type Options struct {
	// Root is the repository's directory.
	Root string
	// Check compares and changes nothing.
	Check bool
	// Out gets one line for each file that is written.
	Out io.Writer
}

// Modules checks the modules of the workspace against each other. There is
// nothing to write.
func Modules(o Options) error {
	w, err := modules.Load(o.Root)
	if err != nil {
		return err
	}
	var wrong []error
	for _, p := range w.Check() {
		wrong = append(wrong, errors.New(p.String()))
	}
	return errors.Join(wrong...)
}

// Docs writes or compares everything below docs that is generated, and checks
// the pages.
func Docs(ctx context.Context, o Options) error {
	_, err := o.docs(ctx)
	return err
}

func (o Options) docs(ctx context.Context) (*source.Tree, error) {
	m, tree, err := Build(ctx, o.Root)
	if err != nil {
		return tree, err
	}
	set, err := Pages(ctx, o.Root, m)
	if err != nil {
		return tree, err
	}
	if err := o.finish(set, "go run ./tools/gen docs"); err != nil {
		return tree, err
	}
	return tree, Links(o.Root)
}

// Links checks the pages of the repository.
func Links(root string) error {
	pages, err := links.Load(root)
	if err != nil {
		return err
	}
	return links.Check(root, pages)
}

// finish writes the files or compares them.
func (o Options) finish(set *page.Set, command string) error {
	if o.Check {
		stale, err := set.Compare()
		if err != nil {
			return err
		}
		return page.Error(stale, command)
	}
	written, err := set.Write()
	for _, path := range written {
		fmt.Fprintln(o.Out, "wrote", path)
	}
	return err
}

// API writes or compares the texts of what the modules export.
func API(ctx context.Context, o Options) error {
	tree, err := source.Load(ctx, source.Query{Root: o.Root})
	if err != nil {
		return err
	}
	return o.api(tree)
}

func (o Options) api(tree *source.Tree) error {
	w, err := modules.Load(o.Root)
	if err != nil {
		return err
	}
	if o.Check {
		return surface.Error(o.changes(tree, w.Dirs()))
	}
	set := page.New(o.Root)
	for path, text := range surface.Texts(tree, w.Dirs()) {
		set.Put(path, text)
	}
	return o.finish(set, "go run ./tools/gen api")
}

func (o Options) changes(tree *source.Tree, dirs []string) []surface.Change {
	texts := surface.Texts(tree, dirs)
	var changes []surface.Change
	for _, module := range dirs {
		present, ok := texts[surface.File(module)]
		if !ok {
			continue
		}
		// A module without a recorded text has everything added.
		recorded, _ := os.ReadFile(filepath.Join(o.Root, filepath.FromSlash(surface.File(module))))
		if c, changed := surface.Compare(module, string(recorded), present); changed {
			changes = append(changes, c)
		}
	}
	return changes
}

// All does everything, with one reading of the code.
func All(ctx context.Context, o Options) error {
	wrong := []error{Modules(o)}
	tree, err := o.docs(ctx)
	wrong = append(wrong, err)
	if tree != nil {
		wrong = append(wrong, o.api(tree))
	}
	return errors.Join(wrong...)
}
