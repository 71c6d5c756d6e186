package walker

import (
	"context"
	"errors"
	"io/fs"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/lines"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// Lines finds lines by a pattern.
func (e Engine) Lines(
	ctx context.Context, t search.Tree, pattern, include string,
) ([]search.Found, []string, error) {
	wanted, err := pathglob.Parse(include)
	if err != nil {
		return nil, nil, &search.PatternError{Reason: err.Error()}
	}
	matcher, err := lines.Compile(pattern)
	if err != nil {
		return nil, nil, &search.PatternError{Reason: err.Error()}
	}
	var all collector[search.Found]
	all.left.Store(t.MaxBytes)
	p := policy{wanted: wanted, respectIgnore: true}
	warnings, err := e.walk(ctx, t, p, func(w *walk) visitor {
		worker := &lineWorker{walk: w, searcher: matcher.Searcher(), found: all.worker()}
		return worker.visit
	})
	return all.items(), warnings, err
}

// lineWorker searches one file after the other.
type lineWorker struct {
	*walk
	searcher *lines.Searcher
	found    *share[search.Found]
}

func (l *lineWorker) visit(dir *directory, name string, explicit bool) error {
	file, err := open(dir.path(name))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) || explicit {
			l.warn(dir.shown+name, err)
		}
		return nil
	}
	defer file.Close()
	shown := ""
	err = l.searcher.Search(l.ctx, file, explicit, func(line lines.Line) error {
		if shown == "" {
			shown = dir.shown + name
		}
		found := search.Found{Path: shown, Number: line.Number, Text: string(line.Text)}
		return l.found.add(found, len(shown)+len(found.Text)+1)
	})
	if err == nil || errors.Is(err, search.ErrOverflow) || l.ctx.Err() != nil {
		return err
	}
	l.warn(dir.shown+name, err)
	return nil
}
