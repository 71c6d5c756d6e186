package modules

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// GoLine is the Go version of every module and of go.work.
const GoLine = "1.26.0"

// standalone modules stay out of go.work on purpose, so that what they require
// never takes part in the workspace's version selection.
var standalone = map[string]bool{"bench": true}

// Check returns every broken rule, in a stable order.
func (w *Workspace) Check() []Problem {
	var all []Problem
	for _, dir := range w.Dirs() {
		m := w.Modules[dir]
		all = append(all, w.checkFile(m)...)
		all = append(all, w.checkSiblings(m)...)
	}
	all = append(all, w.checkWork()...)
	all = append(all, w.checkSets()...)
	return append(all, w.checkVersions()...)
}

func (w *Workspace) checkFile(m *Module) []Problem {
	var all []Problem
	place := path.Join(m.Dir, "go.mod")
	if m.File.Module == nil || m.File.Module.Mod.Path != Prefix+m.Dir {
		all = append(all, problem(place, "the module path must be %s%s", Prefix, m.Dir))
	}
	if m.File.Go == nil || m.File.Go.Version != GoLine {
		all = append(all, problem(place, "the go line must be go %s", GoLine))
	}
	if m.File.Toolchain != nil {
		all = append(all, problem(place, "remove the toolchain line"))
	}
	if _, err := os.Stat(filepath.Join(w.Root, m.Dir, "README.md")); err != nil {
		all = append(all, problem(m.Dir, "write a README.md"))
	}
	return all
}

// checkSiblings wants a replace by its directory for each sibling that the
// module needs, directly or through others: without it the module does not build
// alone. What is required is for `go mod tidy` to say.
func (w *Workspace) checkSiblings(m *Module) []Problem {
	var all []Problem
	place := path.Join(m.Dir, "go.mod")
	needed := map[string]bool{}
	w.closure(m, needed)
	for _, dir := range slices.Sorted(maps.Keys(needed)) {
		if w.Modules[dir] == nil {
			all = append(all, problem(place, "requires %s%s, which is no module of the repository",
				Prefix, dir))
			continue
		}
		if got, want := replacement(m.File, Prefix+dir), relative(m.Dir, dir); got != want {
			all = append(all, problem(place, "replace %s%s => %s (it is %q)", Prefix, dir, want, got))
		}
	}
	for _, r := range m.File.Replace {
		if dir, ok := strings.CutPrefix(r.Old.Path, Prefix); ok && !needed[dir] {
			all = append(all, problem(place, "remove the replace of %s, which is not needed", r.Old.Path))
		}
	}
	return all
}

func (w *Workspace) closure(m *Module, seen map[string]bool) {
	for _, dir := range m.Siblings() {
		if !seen[dir] {
			seen[dir] = true
			if next := w.Modules[dir]; next != nil {
				w.closure(next, seen)
			}
		}
	}
}

func replacement(f *modfile.File, module string) string {
	for _, r := range f.Replace {
		if r.Old.Path == module {
			return r.New.Path
		}
	}
	return ""
}

func relative(from, to string) string {
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return ""
	}
	rel = filepath.ToSlash(rel)
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	return rel
}

func (w *Workspace) checkWork() []Problem {
	var all []Problem
	if w.Work.Go == nil || w.Work.Go.Version != GoLine {
		all = append(all, problem("go.work", "the go line must be go %s", GoLine))
	}
	used := map[string]bool{}
	for _, u := range w.Work.Use {
		dir := path.Clean(filepath.ToSlash(u.Path))
		used[dir] = true
		if w.Modules[dir] == nil {
			all = append(all, problem("go.work", "uses %s, which has no go.mod", dir))
		}
	}
	for _, dir := range w.Dirs() {
		if used[dir] == standalone[dir] {
			verb := "add"
			if used[dir] {
				verb = "remove"
			}
			all = append(all, problem("go.work", "%s ./%s", verb, dir))
		}
	}
	return all
}

// checkSets wants every module in exactly one set, or excluded.
func (w *Workspace) checkSets() []Problem {
	const place = "versions.yaml"
	var all []Problem
	count := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(w.Sets.Sets)) {
		for _, dir := range w.Sets.Sets[name].Modules {
			count[dir]++
			if w.Modules[dir] == nil {
				all = append(all, problem(place, "set %s names %s, which is no module", name, dir))
			}
		}
	}
	for _, dir := range w.Sets.Excluded {
		count[dir]++
	}
	for _, dir := range w.Dirs() {
		if count[dir] != 1 {
			all = append(all, problem(place, "%s is in %d sets: put it into one, or exclude it",
				dir, count[dir]))
		}
	}
	return all
}

// checkVersions wants one version of each dependency that modules share.
func (w *Workspace) checkVersions() []Problem {
	var all []Problem
	users := map[string]map[string][]string{}
	for _, dir := range w.Dirs() {
		if standalone[dir] {
			continue
		}
		for _, r := range w.Modules[dir].File.Require {
			if strings.HasPrefix(r.Mod.Path, Prefix) || r.Indirect {
				continue
			}
			if users[r.Mod.Path] == nil {
				users[r.Mod.Path] = map[string][]string{}
			}
			users[r.Mod.Path][r.Mod.Version] = append(users[r.Mod.Path][r.Mod.Version], dir)
		}
	}
	for _, dep := range slices.Sorted(maps.Keys(users)) {
		if len(users[dep]) > 1 {
			versions := slices.Sorted(maps.Keys(users[dep]))
			last := versions[len(versions)-1]
			for _, v := range versions[:len(versions)-1] {
				all = append(all, problem(strings.Join(users[dep][v], ", "), "%s is %s: others have %s, agree on one", dep, v, last))
			}
		}
	}
	return all
}
