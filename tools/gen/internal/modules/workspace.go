package modules

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// Prefix is what every module path of the repository starts with.
const Prefix = "github.com/dsh-go/dsh/"

// Module is one module of the repository.
type Module struct {
	// Dir is its directory, relative to the root, with slashes.
	Dir string
	// File is its go.mod.
	File *modfile.File
}

// Siblings returns the directories of the repository's modules that m requires.
func (m *Module) Siblings() []string {
	var dirs []string
	for _, r := range m.File.Require {
		if dir, ok := strings.CutPrefix(r.Mod.Path, Prefix); ok {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// Workspace is the repository's modules.
type Workspace struct {
	Root    string
	Modules map[string]*Module
	Work    *modfile.WorkFile
	Sets    *Sets
}

// Load reads every go.mod below root, go.work and versions.yaml.
func Load(root string) (*Workspace, error) {
	w := &Workspace{Root: root, Modules: map[string]*Module{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && foreign(d.Name()):
			return filepath.SkipDir
		case d.Name() != "go.mod":
			return nil
		}
		return w.add(path)
	})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "go.work"))
	if err != nil {
		return nil, err
	}
	if w.Work, err = modfile.ParseWork("go.work", text, nil); err != nil {
		return nil, err
	}
	w.Sets, err = LoadSets(filepath.Join(root, "versions.yaml"))
	return w, err
}

// foreign says whether what lies below a directory is no part of the product:
// the modules of examples are there to be worked on.
func foreign(name string) bool {
	switch name {
	case "testdata", "node_modules", ".git", "examples":
		return true
	}
	return false
}

func (w *Workspace) add(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(path, text, nil)
	if err != nil {
		return err
	}
	dir, err := filepath.Rel(w.Root, filepath.Dir(path))
	if err != nil {
		return err
	}
	dir = filepath.ToSlash(dir)
	w.Modules[dir] = &Module{Dir: dir, File: file}
	return nil
}

// Dirs returns the modules' directories, sorted.
func (w *Workspace) Dirs() []string {
	dirs := make([]string, 0, len(w.Modules))
	for dir := range w.Modules {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	return dirs
}

// Problem is one broken rule, with its place and the mend.
type Problem struct{ Place, Text string }

func (p Problem) String() string { return p.Place + ": " + p.Text }

func problem(place, format string, args ...any) Problem {
	return Problem{place, fmt.Sprintf(format, args...)}
}
