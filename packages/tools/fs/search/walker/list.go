package walker

import (
	"context"
	"os"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// List finds files by a glob.
func (e Engine) List(ctx context.Context, t search.Tree, glob string) ([]search.Listed, []string, error) {
	wanted, err := pathglob.Parse(glob)
	if err != nil {
		return nil, nil, &search.PatternError{Reason: err.Error()}
	}
	var all collector[search.Listed]
	all.left.Store(t.MaxBytes)
	if info, err := os.Stat(rootPath(t)); err == nil && info.IsDir() && insideVersionControl(t.Root) {
		return nil, nil, nil
	}
	p := policy{wanted: wanted, leaveOut: versionControl}
	warnings, err := e.walk(ctx, t, p, func(*walk) visitor {
		mine := all.worker()
		return func(dir *directory, name string, _ bool) error {
			info, err := os.Lstat(dir.path(name))
			if err != nil {
				return nil // gone since it was listed
			}
			file := search.Listed{Path: dir.shown + name, Modified: info.ModTime()}
			return mine.add(file, len(file.Path)+1)
		}
	})
	return all.items(), warnings, err
}

// collector gathers what several workers find.
type collector[T any] struct {
	left atomic.Int64
	mu   sync.Mutex
	all  []*share[T]
}

// share is what one worker found.
type share[T any] struct {
	of    *collector[T]
	items []T
}

func (c *collector[T]) worker() *share[T] {
	s := &share[T]{of: c}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, s)
	return s
}

// add keeps an item that takes size bytes of what may be collected.
func (s *share[T]) add(item T, size int) error {
	if s.of.left.Add(-int64(size)) < 0 {
		return search.ErrOverflow
	}
	s.items = append(s.items, item)
	return nil
}

// items joins the shares after the workers have ended.
func (c *collector[T]) items() []T {
	var all []T
	for _, s := range c.all {
		all = append(all, s.items...)
	}
	return all
}
