package quickjs

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/blob"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/eraser"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/library"
)

// loader brings up the guests when they are first needed, each in one
// goroutine, so that a cancelled caller does not wait and does not stop the
// loading for others. Compiled code is shared by all runs of a runtime.
type loader struct {
	config Config
	source func() (string, error) // the library

	host   future[*guest.Host]
	js     future[*engine.Machine]
	types  future[*eraser.Machine]
	active sync.WaitGroup
	ending chan struct{} // closed when nothing more need be loaded
}

// future is a value that one goroutine makes once.
type future[T any] struct {
	once  sync.Once
	done  chan struct{}
	value T
	err   error
}

func newLoader(config Config) *loader {
	l := &loader{config: config, source: library.Source, ending: make(chan struct{})}
	l.host.done = make(chan struct{})
	l.js.done = make(chan struct{})
	l.types.done = make(chan struct{})
	return l
}

// start runs the maker in a goroutine of the loader, the first time.
func (f *future[T]) start(l *loader, make func() (T, error)) {
	f.once.Do(func() {
		l.active.Go(func() {
			defer close(f.done)
			f.value, f.err = make()
		})
	})
}

// wait gives the value when it is there, or the cause of ctx.
func (f *future[T]) wait(ctx context.Context) (T, error) {
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// warm loads one guest after the other: every program needs the engine, and one
// that needs the eraser too starts it itself.
func (l *loader) warm() {
	l.startEngine()
	l.active.Go(func() {
		select {
		case <-l.js.done:
			l.startEraser()
		case <-l.ending:
		}
	})
}

// engine gives the loaded engine.
func (l *loader) engine(ctx context.Context) (*engine.Machine, error) {
	l.startEngine()
	return l.js.wait(ctx)
}

// eraser gives the loaded type eraser.
func (l *loader) eraser(ctx context.Context) (*eraser.Machine, error) {
	l.startEraser()
	return l.types.wait(ctx)
}

// Loading outlives the caller that asked for it, hence no context of theirs.

func (l *loader) getHost() (*guest.Host, error) {
	ctx := context.Background()
	l.host.start(l, func() (*guest.Host, error) {
		return guest.NewHost(ctx, guest.Options{CacheDir: l.config.CacheDir,
			Belt: l.config.SlowBelt})
	})
	return l.host.wait(ctx)
}

func (l *loader) startEngine() {
	l.js.start(l, func() (*engine.Machine, error) {
		host, err := l.getHost()
		if err != nil {
			return nil, err
		}
		source, err := l.source()
		if err != nil {
			return nil, err
		}
		lib := engine.Library{Source: source, Name: libraryName, ImageDir: l.config.CacheDir}
		return engine.NewMachine(context.Background(), host, blob.Engine(), lib)
	})
}

func (l *loader) startEraser() {
	l.types.start(l, func() (*eraser.Machine, error) {
		host, err := l.getHost()
		if err != nil {
			return nil, err
		}
		return eraser.NewMachine(context.Background(), host, blob.Eraser())
	})
}

// close waits for loading in progress and frees what was loaded. It is called
// once, and nobody may be using the guests any more.
func (l *loader) close() {
	close(l.ending)
	l.active.Wait()
	if l.js.value != nil {
		_ = l.js.value.Close() // memory of this process; nothing to do about it
	}
	if l.host.value != nil {
		_ = l.host.value.Close(context.Background())
	}
}
