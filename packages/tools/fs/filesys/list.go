package filesys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Entry is one name in a directory.
type Entry struct {
	// Name is the name byte for byte; it may hold any byte but a slash and NUL.
	Name string
	// Kind is that of what the name leads to; a link that leads nowhere is KindOther.
	Kind Kind
}

// List returns what the target directory holds, in byte order of the names.
func (l *Local) List(ctx context.Context, t Target) ([]Entry, error) {
	if ctx.Err() != nil {
		return nil, Aborted(VerbList, context.Cause(ctx))
	}
	entries, err := os.ReadDir(t.Key)
	if err != nil {
		return nil, listFailure(t, err)
	}
	list := make([]Entry, 0, len(entries))
	for _, e := range entries {
		list = append(list, Entry{Name: e.Name(), Kind: entryKind(t.Key, e)})
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

func listFailure(t Target, err error) error {
	if isNotDirectory(err) {
		e := Fail(CodeNotDirectory, VerbList, t.Display, "not a directory")
		e.Err = err
		return e
	}
	if errors.Is(err, fs.ErrNotExist) {
		return openFailure(VerbList, t, err)
	}
	return Translate(VerbList, t.Display, err)
}

func entryKind(dir string, e fs.DirEntry) Kind {
	if e.Type()&fs.ModeSymlink == 0 {
		return kindOf(e.Type())
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	if err != nil {
		return KindOther
	}
	return kindOf(info.Mode())
}
