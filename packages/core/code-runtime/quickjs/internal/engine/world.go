package engine

import (
	"cmp"
	"context"

	"github.com/tetratelabs/wazero/api"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// Events are what a program does to its host. Each is called on the goroutine
// that owns the world, while guest code is on the stack; it must not call into
// the world. An error ends the guest at once, uncatchable, and is what the
// entry call returns.
type Events interface {
	// Call: the program calls member index of namespace ns with JSON text.
	Call(id uint32, ns, member int, argument string) error
	// Log: the program printed. Bytes are valid during the call only.
	Log(text []byte) error
	// Done: the program ended. Bytes are valid during the call only.
	Done(how Ending, text []byte) error
	// Timer: the earliest timer is due in so many milliseconds; negative
	// when there is none.
	Timer(ms float64)
}

// Ending says how a program ended by itself.
type Ending int

const (
	// EndJSON: a completion value, the text is JSON.
	EndJSON Ending = iota
	// EndString: a completion value that is a string, the text itself.
	EndString
	// EndUndefined: no completion value.
	EndUndefined
	// EndThrown: an exception; the text is the rendered message.
	EndThrown
	// EndLossy: a completion that is not lossless JSON; the text says why.
	EndLossy
)

// World is one program's engine. One goroutine owns it.
type World struct {
	module  api.Module
	out, in caller
	frozen  frozen

	promiseProto, objectProto raw

	meter   *guest.Meter
	sources Sources
	events  Events

	limit      uint64               // how many bytes the program may allocate
	rejections map[uint32]rejection // by the address of the promise
	rejected   int                  // rejections so far
	promises   promises
	nameTexts  map[uint32]string // member names as JSON text, by atom
	failed     error             // what a host function wants to end the guest with
}

// rejection is a promise that was rejected without a handler so far. The values are
// the host's.
type rejection struct {
	order           int
	promise, reason uint32
}

func (r rejection) compare(other rejection) int { return cmp.Compare(r.order, other.order) }

func newWorld(meter *guest.Meter, sources Sources, events Events) *World {
	return &World{meter: meter, sources: sources, events: events, promises: newPromises(),
		nameTexts: map[uint32]string{}, rejections: map[uint32]rejection{}}
}

// Start gives a fresh world from the image, with a memory limit in bytes.
func (m *Machine) Start(ctx context.Context, p Params) (*World, error) {
	w := newWorld(p.Meter, p.Sources, p.Events)
	w.limit = p.Memory
	mem := guest.NewMemory(p.Memory + overhead)
	if err := w.instantiate(ctx, m, mem); err != nil {
		return nil, err
	}
	if err := w.restore(m, mem, p.Memory); err != nil {
		_ = w.Close() // the first failure is the cause
		return nil, err
	}
	return w, nil
}

// overhead is what the engine needs beside what it counts as allocated: its
// stack, static data and partly filled pages.
const overhead = 8 << 20

// Params are what a world needs to start.
type Params struct {
	Meter   *guest.Meter
	Sources Sources
	Events  Events
	// Memory is how many bytes the program may allocate.
	Memory uint64
}

func (w *World) instantiate(ctx context.Context, m *Machine, mem *guest.Memory) error {
	ctx = context.WithValue(w.meter.Context(ctx), worldKey{}, w)
	module, err := m.host.Instantiate(ctx, m.compiled, mem)
	if err != nil {
		return err
	}
	w.module = module
	w.out = caller{ctx: ctx, module: module, memory: module.Memory()}
	w.in = caller{ctx: ctx, module: module, memory: module.Memory()}
	return nil
}

func (w *World) restore(m *Machine, mem *guest.Memory, limit uint64) error {
	size := m.image.Size()
	if have := uint64(w.out.memory.Size()); have < size {
		if _, ok := w.out.memory.Grow(uint32((size - have) / guest.PageSize)); !ok {
			return ErrMemory
		}
	}
	m.image.Restore(mem)
	w.frozen = m.frozen
	if err := w.know(); err != nil {
		return err
	}
	sp, ok := w.module.ExportedGlobal(stackPointer).(api.MutableGlobal)
	if !ok {
		return errForged
	}
	sp.Set(w.frozen.stack)
	if err := w.step(nil, fnSetRuntimeAndContext, uint64(w.frozen.runtime),
		uint64(w.frozen.context)); err != nil {
		return err
	}
	// A collection walks and so copies the whole image; small programs end
	// before they need one.
	if err := w.step(nil, fnSetGCThreshold, size+min(limit/4, gcHeadroom)); err != nil {
		return err
	}
	return w.step(nil, fnSetMemoryLimit, min(limit, 1<<32-guest.PageSize))
}

// gcHeadroom is how much a program allocates before the first collection.
const gcHeadroom = 16 << 20

// know takes the prototypes that the library names.
func (w *World) know() error {
	var ok, okObject bool
	w.promiseProto, ok = w.out.cell(w.frozen.entry[entryPromise])
	w.objectProto, okObject = w.out.cell(w.frozen.entry[entryObject])
	if !ok || !okObject {
		return errForged
	}
	return nil
}

// Close ends the world and gives back its memory.
func (w *World) Close() error {
	if w.module == nil {
		return nil
	}
	return w.module.Close(w.out.ctx)
}

func (w *World) scratch() area { return area{at: w.frozen.scratch, size: scratchSize} }
func (w *World) words() uint32 { return w.frozen.words }

// room is a place of the host's functions.
func (w *World) room(at uint32) uint32 { return w.frozen.words + at }
