package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

const (
	// stackSize is the engine's stack in bytes: recursion beyond it is an
	// ordinary RangeError of the program (P31). The module reserves 1 MiB; what is
	// left is for what the engine does between two looks at the limit.
	stackSize = 832 << 10
	// preparationMemory bounds the world in which the library is loaded.
	preparationMemory = 64 << 20
	// scratchSize is the host's area for texts on their way in.
	scratchSize = 16 << 10
	// wordsSize is the host's area for argument lists and lengths, of which its
	// functions use the second half while a call of the owner is in progress.
	wordsSize     = 128
	roomProperty  = 64  // a property descriptor
	roomFunctions = 96  // the two functions of a promise
	roomList      = 112 // the address of a list
	roomCount     = 116 // a length
	roomText      = 120 // the length of a text that is in use for longer
	evalStrict    = 1 << 3
	evalCheck     = 1 << 5
)

// Machine is the engine ready to start worlds: compiled, with the library
// loaded and frozen. It is safe for concurrent use.
type Machine struct {
	host     *guest.Host
	compiled wazero.CompiledModule
	image    *guest.Image
	frozen   frozen
	base     time.Time
}

// frozen is the state of the prepared world that is not in its memory, and
// the places of the values the host needs.
type frozen struct {
	stack            uint64
	runtime, context uint32
	scratch, words   uint32
	undefined        uint32
	entry            [entryCount]uint32
}

// Library is the guest's side of the border: one function expression that
// takes the host function and returns an array of entries.
type Library struct {
	// Source is the program text; Name appears in stack traces.
	Source, Name string
	// ImageDir, when set, keeps the prepared world between processes. It must
	// be private: what is in it is executed.
	ImageDir string
}

// What the library returns, in this order: functions, and two prototypes.
const (
	entryStart = iota
	entryFire
	entryReport
	entryFailure
	entryDeep
	entryPromise
	entryObject
	entryCount
)

// NewMachine compiles the engine and prepares the image.
func NewMachine(ctx context.Context, host *guest.Host, blob guest.Blob, lib Library) (*Machine,
	error) {
	return newMachine(ctx, host, blob, lib, envFunctions())
}

func newMachine(ctx context.Context, host *guest.Host, blob guest.Blob, lib Library,
	env []guest.Function) (*Machine, error) {
	m := &Machine{host: host, base: time.Now()}
	if err := host.Export(ctx, moduleEnv, env); err != nil {
		return nil, err
	}
	if err := host.Export(ctx, moduleWASI, wasiFunctions()); err != nil {
		return nil, err
	}
	stored := startLoading(blob, lib)
	var err error
	if m.compiled, err = host.Compile(ctx, blob); err != nil {
		return nil, errors.Join(fmt.Errorf("compile the engine: %w", err), (<-stored).close())
	}
	if s := <-stored; s != nil {
		m.adopt(s)
		return m, nil
	}
	if err := m.prepare(ctx, lib); err != nil {
		return nil, err
	}
	if lib.ImageDir != "" {
		_ = m.storeImage(lib.ImageDir, imageName(blob, lib)) // the next process prepares again
	}
	return m, nil
}

// prepare runs the engine's initialisation and the library once, and freezes
// what they leave behind.
func (m *Machine) prepare(ctx context.Context, lib Library) error {
	meter := &guest.Meter{Compute: 1 << 62}
	w := newWorld(meter, m.Sources(), nil)
	mem := guest.NewMemory(preparationMemory)
	if err := w.instantiate(ctx, m, mem); err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // the image is what stays
	f, err := w.prepare(lib)
	if err != nil {
		return fmt.Errorf("prepare the engine: %w", err)
	}
	bytes, ok := w.out.memory.Read(0, w.out.memory.Size())
	if !ok {
		return errForged
	}
	m.frozen = f
	m.image = guest.NewImage(bytes)
	return nil
}

// Sources are those of the process, for the worlds of this machine.
func (m *Machine) Sources() Sources { return HostSources(m.base) }

// ImageSize is the size of the prepared world in bytes.
func (m *Machine) ImageSize() uint64 { return m.image.Size() }

// Close gives back the image. Worlds must have been closed.
func (m *Machine) Close() error {
	if m.image == nil {
		return nil
	}
	return m.image.Close()
}

func (w *World) prepare(lib Library) (frozen, error) {
	var f frozen
	steps := []func() error{
		func() error { return w.step(nil, fnInitialize) },
		func() error { return w.step(nil, fnInit) },
		func() error { return w.step(nil, fnSetStackSize, stackSize) },
		func() error { return w.step(nil, fnSetRejectionHandler, 1) },
		func() error { return w.step(&f.scratch, fnMalloc, scratchSize) },
		func() error { return w.step(&f.words, fnMalloc, wordsSize) },
		func() error { return w.step(&f.undefined, fnGetUndefined) },
		func() error { return w.step(&f.context, fnGetContext) },
		func() error {
			w.frozen = f
			return w.load(lib, &f)
		},
		func() error {
			w.frozen = f
			return errors.Join(w.know(), w.checkReading(), w.checkIterators())
		},
		func() error { return w.step(nil, fnRunGC) },
		func() error { return w.step(&f.runtime, fnGetRuntime) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return f, err
		}
	}
	f.stack = w.module.ExportedGlobal(stackPointer).Get()
	return f, nil
}

func (w *World) step(result *uint32, f export, args ...uint64) error {
	v, err := w.out.call(f, args...)
	if err == nil && result != nil {
		*result = v
	}
	return err
}

// load evaluates the library, calls it with the host function and keeps the
// entry functions.
func (w *World) load(lib Library, f *frozen) error {
	factory, err := w.eval(lib.Source, lib.Name, 0)
	if err != nil {
		return err
	}
	host, err := w.hostFunction()
	if err != nil {
		return err
	}
	entries, err := w.invoke(factory, host)
	if err != nil {
		return err
	}
	for i := range f.entry {
		if f.entry[i], err = w.property(entries, fmt.Sprint(i)); err != nil {
			return err
		}
	}
	return w.drainAll()
}

// hostFunction makes the one function through which the guest speaks.
func (w *World) hostFunction() (uint32, error) {
	const name = "host"
	if !w.out.memory.WriteString(w.frozen.scratch, name) {
		return 0, errForged
	}
	return w.out.call(fnNewHostFunction, uint64(w.frozen.scratch), uint64(len(name)), 0)
}

func (w *World) property(object uint32, name string) (uint32, error) {
	if !w.out.memory.WriteString(w.frozen.scratch, name+"\x00") {
		return 0, errForged
	}
	return w.out.call(fnGetPropString, uint64(object), uint64(w.frozen.scratch))
}

func (w *World) drainAll() error {
	for {
		if ran, err := w.runJob(); err != nil || !ran {
			return err
		}
	}
}
