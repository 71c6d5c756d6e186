package guest

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// slice is how many loop iterations a guest runs between two polls: about a
// millisecond.
const slice = 100_000

// Meter decides at each poll whether its guest may go on. Compute time is
// what passes between Enter and Leave. One goroutine uses a meter, except for
// Stop.
type Meter struct {
	// Compute is the time the guest may execute in all.
	Compute time.Duration
	// Exhausted is the error when Compute is used up.
	Exhausted error
	// Polls counts the polls; it depends on the executed code alone.
	Polls int64
	// Polled, when set, is called at each poll, while guest code is on the stack.
	Polled func()
	// MaxPolls, when positive, ends the guest after so many polls.
	MaxPolls int64

	spent   time.Duration
	entered time.Time
	stop    atomic.Pointer[stopped]
}

type stopped struct{ err error }

type meterKey struct{}

// Context gives a context whose calls into guests are governed by the meter.
func (m *Meter) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// Stop ends the guest at its next poll with the error, which must not be nil.
// The first stop decides. It may be called from any goroutine, at any time.
func (m *Meter) Stop(err error) { m.stop.CompareAndSwap(nil, &stopped{err}) }

// Enter starts the clock; the caller is about to call into the guest.
func (m *Meter) Enter() { m.entered = time.Now() }

// Leave stops the clock.
func (m *Meter) Leave() { m.spent += time.Since(m.entered) }

// Err says whether the guest has to end: the error of Stop, or Exhausted.
// Between Enter and Leave the running time counts.
func (m *Meter) Err() error {
	if s := m.stop.Load(); s != nil {
		return s.err
	}
	return nil
}

// Poll is what a guest does at a loop, for a host function that takes long. The error
// has to end the guest.
func (m *Meter) Poll() error {
	m.Polls++
	if err := m.Err(); err != nil {
		return err
	}
	if m.MaxPolls > 0 && m.Polls > m.MaxPolls || m.spent+time.Since(m.entered) > m.Compute {
		return m.Exhausted
	}
	return nil
}

// poll is the host function behind every loop. Panicking is the only way to
// leave a guest; wazero recovers it and gives it to the caller as an error.
func poll(ctx context.Context, _ api.Module, stack []uint64) {
	m, ok := ctx.Value(meterKey{}).(*Meter)
	if ok {
		if err := m.Poll(); err != nil {
			panic(err)
		}
		if m.Polled != nil {
			m.Polled()
		}
	}
	stack[0] = slice
}
