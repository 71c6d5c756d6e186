package walker

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/ignore"
)

// directory is one in the tree.
type directory struct {
	// real is its absolute path without links; shown is what comes before the names in it.
	real, shown string
	// rules are those from above it, and after it was read those in it as well.
	rules *ignore.Dir
}

func (d *directory) path(name string) string { return d.real + string(filepath.Separator) + name }

// task is a directory to read, or files in one to visit.
type task struct {
	dir      *directory
	names    []string
	explicit bool
}

// visitor does what is to be done with a file.
type visitor func(dir *directory, name string, explicit bool) error

// walk is one walk of a tree: a stack of tasks, and workers that take from it and add to it.
type walk struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	tree   search.Tree
	policy policy

	mu    sync.Mutex
	idle  sync.Cond
	stack []task
	// open counts tasks on the stack and in work; at 0 the walk is over.
	open     int
	warnings []string
}

// batch is how many files a worker keeps to itself, so that a large directory is shared.
const batch = 64

// maxWarnings bounds what is kept of many similar warnings.
const maxWarnings = 1000

func (w *walk) run(workers int, visit func(*walk) visitor) {
	// A context that ends has to wake those who wait for work.
	stop := context.AfterFunc(w.ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.idle.Broadcast()
	})
	defer stop()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for v := visit(w); ; {
				t, ok := w.pop()
				if !ok {
					return
				}
				if err := w.work(t, v); err != nil {
					w.cancel(err)
				}
				w.done()
			}
		})
	}
	group.Wait()
}

func (w *walk) push(tasks ...task) {
	if len(tasks) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stack = append(w.stack, tasks...)
	w.open += len(tasks)
	w.idle.Broadcast()
}

// pop waits for a task; ok is false when the walk is over.
func (w *walk) pop() (t task, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.stack) == 0 && w.open > 0 && w.ctx.Err() == nil {
		w.idle.Wait()
	}
	last := len(w.stack) - 1
	if last < 0 || w.ctx.Err() != nil {
		return task{}, false
	}
	t = w.stack[last]
	w.stack[last] = task{}
	w.stack = w.stack[:last]
	return t, true
}

func (w *walk) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open--; w.open == 0 {
		w.idle.Broadcast()
	}
}

func (w *walk) work(t task, visit visitor) error {
	names := t.names
	if names == nil {
		names = w.read(t.dir)
	}
	for _, name := range names {
		if w.ctx.Err() != nil {
			return nil
		}
		if err := visit(t.dir, name, t.explicit); err != nil {
			return err
		}
	}
	return nil
}

// read lists a directory, puts what is to be done on the stack and returns some files to begin
// with.
func (w *walk) read(dir *directory) []string {
	entries, err := list(dir.real)
	if err != nil {
		w.warn(strings.TrimSuffix(dir.shown, string(filepath.Separator)), err)
	}
	if w.policy.respectIgnore {
		var names ignore.Names
		for _, e := range entries {
			names.Note(e.Name())
		}
		dir.rules = dir.rules.Enter(dir.real, names)
	}
	var tasks []task
	var files []string
	for _, e := range entries {
		if kind := e.Type(); !kind.IsRegular() && !kind.IsDir() || !w.policy.admits(dir, e) {
			continue
		}
		if e.IsDir() {
			tasks = append(tasks, task{dir: w.below(dir, e.Name())})
			continue
		}
		if files = append(files, e.Name()); len(files) == batch {
			tasks = append(tasks, task{dir: dir, names: files})
			files = nil
		}
	}
	w.push(tasks...)
	return files
}

func (w *walk) below(dir *directory, name string) *directory {
	shown := w.tree.Shown(dir.shown + name + string(filepath.Separator))
	return &directory{real: dir.path(name), shown: shown, rules: dir.rules}
}

// list returns the entries in whatever order they come, and with an error those read before it.
func list(path string) ([]fs.DirEntry, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.ReadDir(-1)
}

func (w *walk) warn(shown string, err error) {
	if shown == "" {
		shown = "."
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.warnings) < maxWarnings {
		w.warnings = append(w.warnings, shown+": "+search.Reason(err))
	}
}
