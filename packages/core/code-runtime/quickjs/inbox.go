package quickjs

import (
	"sync"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// inbox brings the outcomes of calls, settled on any goroutine, to the owner
// of the run in the order of settlement. When the run is over it is shut, and
// late outcomes are dropped.
type inbox struct {
	mu      sync.Mutex
	items   []delivery
	spare   []delivery // what was taken last, for use again
	shut    bool
	arrived chan struct{} // holds one token while items may be waiting
}

type delivery struct {
	id      uint32
	outcome coderuntime.Outcome
}

func newInbox() *inbox { return &inbox{arrived: make(chan struct{}, 1)} }

func (b *inbox) put(d delivery) {
	b.mu.Lock()
	if !b.shut {
		b.items = append(b.items, d)
	}
	b.mu.Unlock()
	select {
	case b.arrived <- struct{}{}:
	default:
	}
}

// take gives everything that has arrived. It is valid until the next take.
func (b *inbox) take() []delivery {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.spare) // lets go of texts
	b.items, b.spare = b.spare[:0], b.items
	return b.spare
}

func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shut = true
	b.items, b.spare = nil, nil
}
