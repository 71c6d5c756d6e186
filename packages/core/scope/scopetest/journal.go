package scopetest

import (
	"context"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Journal records lines in the order in which things happen. The zero value is
// empty and ready. It may be used concurrently.
type Journal struct {
	mu    sync.Mutex
	lines []string
}

// Add appends a line.
func (j *Journal) Add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

// Undo returns an undo that adds the line and succeeds.
func (j *Journal) Undo(line string) scope.Undo {
	return func(context.Context) error {
		j.Add(line)
		return nil
	}
}

// Lines returns a copy of all lines so far.
func (j *Journal) Lines() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.lines)
}

// Take returns all lines so far and forgets them.
func (j *Journal) Take() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	lines := j.lines
	j.lines = nil
	return lines
}
