package ripgrep

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// versionControl are the directories that a listing leaves out.
var versionControl = []string{".git", ".svn", ".hg", ".bzr", ".jj", ".sl"}

// List finds files by a glob. The program lists them without an order of its own, because that
// would keep it to one thread; the times are looked up here.
func (e *Engine) List(ctx context.Context, t search.Tree, glob string) ([]search.Listed, []string, error) {
	args := []string{
		"--no-config", "--files", "--null", "--no-ignore", "--hidden",
		"--glob=" + pathglob.Flatten(glob),
	}
	for _, name := range versionControl {
		args = append(args, "--glob=!**/"+name, "--glob=!**/"+name+"/**")
	}
	var files []search.Listed
	left := t.MaxBytes
	warnings, err := e.run(ctx, t, args, func(out io.Reader) error {
		return names(out, func(path string) error {
			if left -= int64(len(path)) + 1; left < 0 {
				return search.ErrOverflow
			}
			files = append(files, search.Listed{Path: t.Shown(path)})
			return nil
		})
	})
	if err != nil {
		return nil, nil, err
	}
	return dated(ctx, t, files), warnings, nil
}

// names reads paths that each end in NUL.
func names(out io.Reader, found func(path string) error) error {
	in := bufio.NewReaderSize(out, readSize)
	for {
		path, err := in.ReadString(0)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = found(path[:len(path)-1])
		}
		if err != nil {
			return err
		}
	}
}

// dated looks up when the files were modified, several at the same time, and leaves out those that
// are gone.
func dated(ctx context.Context, t search.Tree, files []search.Listed) []search.Listed {
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for w := range workers {
		part := files[len(files)*w/workers : len(files)*(w+1)/workers]
		group.Go(func() {
			for i := range part {
				if ctx.Err() != nil {
					return
				}
				date(t, &part[i])
			}
		})
	}
	group.Wait()
	there := files[:0]
	for _, file := range files {
		if file.Path != "" {
			there = append(there, file)
		}
	}
	return there
}

func date(t search.Tree, file *search.Listed) {
	path := file.Path
	if !filepath.IsAbs(path) {
		path = t.Dir + string(filepath.Separator) + path
	}
	info, err := os.Lstat(path)
	if err != nil {
		*file = search.Listed{}
		return
	}
	file.Modified = info.ModTime()
}
