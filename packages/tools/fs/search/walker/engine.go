package walker

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/ignore"
)

// Engine searches by walking. The zero Engine is ready.
type Engine struct {
	// Workers is how many work at the same time; 0 is twice the processors, at most 16.
	Workers int
}

var _ search.Engine = Engine{}

// Name returns "built-in walker".
func (Engine) Name() string { return "built-in walker" }

func (e Engine) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return min(2*runtime.GOMAXPROCS(0), 16)
}

// walk starts workers on the tree and waits for them. visit makes what one worker does with a file.
func (e Engine) walk(
	ctx context.Context, t search.Tree, p policy, visit func(*walk) visitor,
) ([]string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &walk{ctx: ctx, cancel: cancel, tree: t, policy: p}
	w.idle.L = &w.mu
	if err := w.start(); err != nil {
		return nil, err
	}
	w.run(e.workers(), visit)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	slices.Sort(w.warnings)
	return w.warnings, nil
}

func rootPath(t search.Tree) string {
	if filepath.IsAbs(t.Root) {
		return t.Root
	}
	return filepath.Join(t.Dir, t.Root)
}

// start puts the root of the search on the stack.
func (w *walk) start() error {
	t := w.tree
	root := rootPath(t)
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		dir := &directory{real: filepath.Dir(root), shown: shownDir(filepath.Dir(t.Root))}
		w.push(task{dir: dir, names: []string{filepath.Base(root)}, explicit: true})
		return nil
	}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return err
	}
	dir := &directory{real: real, shown: shownDir(t.Root)}
	if w.policy.respectIgnore {
		dir.rules = ignore.Above(real, t.Dir)
	}
	w.push(task{dir: dir})
	return nil
}

// shownDir is the prefix of the paths that are shown for what is in a directory.
func shownDir(path string) string {
	if path == "" || path == "." {
		return ""
	}
	if path[len(path)-1] == filepath.Separator {
		return path
	}
	return path + string(filepath.Separator)
}
