package testkit

import (
	"context"
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Executor is the plainest executor: it declares every tool and runs batches
// through the shared pipeline. It notes what it was asked for and fails where
// the test says. Safe for concurrent use.
type Executor struct {
	// Registry runs the batches.
	Registry *tools.Registry
	// Transport is the executor's own tool, nil for none.
	Transport *tools.Transport
	// Err makes Execute reject every batch.
	Err error

	mu      sync.Mutex
	batches []*tools.Batch
	asked   []tools.Describe
}

var _ tools.Executor = (*Executor)(nil)

// Describe declares the tools as they are.
func (e *Executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = append(e.asked, d)
	return tools.Description{Tools: d.Declarations}, nil
}

// Execute runs the batch through the shared pipeline.
func (e *Executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	e.mu.Lock()
	e.batches = append(e.batches, b)
	e.mu.Unlock()
	if e.Err != nil {
		return nil, e.Err
	}
	return e.Registry.RunBatch(ctx, b, e.Transport)
}

// Batches returns the batches that it got, in order.
func (e *Executor) Batches() []*tools.Batch {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.batches)
}

// Described returns what it was asked to describe, in order.
func (e *Executor) Described() []tools.Describe {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.asked)
}
