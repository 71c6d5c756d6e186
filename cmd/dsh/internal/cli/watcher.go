package cli

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"
	"golang.org/x/term"
)

// watcher shows a program's calls while it runs: a counter on a terminal, and
// with trace a JSON line for every finished call.
type watcher struct {
	out      io.Writer
	terminal bool
	trace    bool

	mu            sync.Mutex
	started, done int
	stages        map[*tools.Call][]tools.Stage
}

func newWatcher(out io.Writer, trace bool) *watcher {
	file, ok := out.(*os.File)
	return &watcher{
		out: out, trace: trace, stages: map[*tools.Call][]tools.Stage{},
		terminal: ok && term.IsTerminal(int(file.Fd())),
	}
}

// see is the batch's tracer; calls report concurrently.
func (w *watcher) see(c *tools.Call, s tools.Stage) {
	if !c.Nested() && !w.trace {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.trace {
		w.stages[c] = append(w.stages[c], s)
		if s == tools.StageResult {
			w.clear()
			w.finish(c)
		}
	}
	switch {
	case !c.Nested(): // the program itself is no call of a program
		return
	case s == tools.StagePrepare:
		w.started++
	case s == tools.StageResult:
		w.done++
	default:
		return
	}
	if w.terminal {
		fmt.Fprintf(w.out, "\r\x1b[K%d calls started, %d running, %d done", w.started, w.started-w.done, w.done)
	}
}

// clear takes the counter off the line.
func (w *watcher) clear() {
	if w.terminal {
		fmt.Fprint(w.out, "\r\x1b[K")
	}
}

// finish writes the trace of one call.
func (w *watcher) finish(c *tools.Call) {
	line, err := json.Marshal(struct {
		CallID string        `json:"callId"`
		Name   string        `json:"name"`
		Trace  []tools.Stage `json:"trace"`
	}{c.ID(), c.Name(), w.stages[c]})
	if err == nil {
		fmt.Fprintf(w.out, "%s\n", line)
	}
	delete(w.stages, c)
}

// stop clears the counter.
func (w *watcher) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
}
