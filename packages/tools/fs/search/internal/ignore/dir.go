package ignore

import (
	"os"
	"path/filepath"
)

// Dir is what applies inside one directory: its own ignore files and those above. It is immutable
// and safe for concurrent use. A nil *Dir ignores nothing.
type Dir struct {
	above  *Dir
	rg     *Rules
	ignore *Rules
	git    *Rules
	// exclude belongs to the repository whose top this directory is.
	exclude *Rules
	global  *Rules
	// isTop: the directory is the top of a repository; inGit: it lies in one.
	isTop, inGit bool
}

// Names tells which of the names that matter here a directory holds. The zero Names holds none.
type Names uint8

// The names.
const (
	nameRgIgnore Names = 1 << iota
	nameIgnore
	nameGitIgnore
	nameGit
)

// Note adds the name of a directory entry.
func (n *Names) Note(name string) {
	if len(name) < 4 || name[0] != '.' {
		return
	}
	switch name {
	case ".rgignore":
		*n |= nameRgIgnore
	case ".ignore":
		*n |= nameIgnore
	case ".gitignore":
		*n |= nameGitIgnore
	case ".git":
		*n |= nameGit
	}
}

// Above returns what applies to the directory at path, an absolute path without links, because of
// the directories above it and the user's global ignore file, which is anchored at cwd.
func Above(path, cwd string) *Dir {
	top := &Dir{global: globalRules(cwd)}
	return top.down(filepath.Dir(path), path)
}

// down descends from the top of the tree to dir, unless that is not above path.
func (d *Dir) down(dir, path string) *Dir {
	if dir == path {
		return d
	}
	if parent := filepath.Dir(dir); parent != dir {
		d = d.down(parent, dir)
	}
	var names Names
	for _, name := range []string{".rgignore", ".ignore", ".gitignore", ".git"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			names.Note(name)
		}
	}
	return d.Enter(dir, names)
}

// Enter returns what applies inside the directory at path, directly below d's, which holds names.
func (d *Dir) Enter(path string, names Names) *Dir {
	if names == 0 {
		return d
	}
	in := &Dir{above: d, isTop: names&nameGit != 0}
	in.inGit = in.isTop || d != nil && d.inGit
	join := func(name string) string { return path + string(os.PathSeparator) + name }
	if names&nameRgIgnore != 0 {
		in.rg = load(path, join(".rgignore"))
	}
	if names&nameIgnore != 0 {
		in.ignore = load(path, join(".ignore"))
	}
	if names&nameGitIgnore != 0 {
		in.git = load(path, join(".gitignore"))
	}
	if in.isTop {
		in.exclude = loadExclude(path)
	}
	return in
}

// Match asks about an entry of the directory: its absolute path, its name and whether it is a
// directory itself.
func (d *Dir) Match(path, name string, isDir bool) Verdict {
	var ignore, git, exclude, global Verdict
	inGit := d != nil && d.inGit
	sawTop := false
	for ; d != nil; d = d.above {
		if v := d.rg.match(path, name, isDir); v != None {
			return v // nothing outranks it
		}
		if ignore == None {
			ignore = d.ignore.match(path, name, isDir)
		}
		if inGit && !sawTop {
			if git == None {
				git = d.git.match(path, name, isDir)
			}
			if exclude == None {
				exclude = d.exclude.match(path, name, isDir)
			}
		}
		if inGit {
			global = d.global.match(path, name, isDir)
		}
		sawTop = sawTop || d.isTop
	}
	for _, v := range [...]Verdict{ignore, git, exclude, global} {
		if v != None {
			return v
		}
	}
	return None
}
