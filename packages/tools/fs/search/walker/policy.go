package walker

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/ignore"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// policy decides which entries are looked at.
type policy struct {
	// wanted is a glob that files must match, unless it is the zero glob. It outranks all else.
	wanted pathglob.Glob
	// leaveOut names entries that never count.
	leaveOut map[string]bool
	// respectIgnore: ignore files and hidden names count.
	respectIgnore bool
}

// versionControl are the directories that a listing of files leaves out, files of these names too.
var versionControl = map[string]bool{
	".git": true, ".svn": true, ".hg": true, ".bzr": true, ".jj": true, ".sl": true,
}

// insideVersionControl tells whether a path leads through one of them.
func insideVersionControl(path string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if versionControl[part] {
			return true
		}
	}
	return false
}

func (p *policy) admits(dir *directory, e fs.DirEntry) bool {
	name := e.Name()
	if p.leaveOut[name] {
		return false
	}
	if !p.wanted.IsZero() {
		shown := ""
		if p.wanted.NeedsPath() {
			shown = filepath.ToSlash(dir.shown) + name
		}
		matched := p.wanted.Match(shown, name, e.IsDir())
		switch {
		case matched:
			return !p.wanted.Negated
		case !e.IsDir() && !p.wanted.Negated:
			return false
		}
	}
	if !p.respectIgnore {
		return true
	}
	path := ""
	if dir.rules != nil {
		path = dir.path(name)
	}
	switch dir.rules.Match(path, name, e.IsDir()) {
	case ignore.Skip:
		return false
	case ignore.Keep:
		return true
	}
	return name[0] != '.'
}
