package quickjs

import (
	"context"
	"errors"
	"sync"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// Runtime runs TypeScript programs in a WebAssembly guest. It implements
// [coderuntime.Runtime], is safe for concurrent use, and must be closed.
type Runtime struct {
	config Config
	loader *loader
	base   context.Context
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	closed bool
	runs   sync.WaitGroup
	ended  chan struct{} // closed when Close is through
}

var _ coderuntime.Runtime = (*Runtime)(nil)

// errDisposed is what runs in flight end with when the runtime is closed.
var errDisposed = errors.New("the code runtime was disposed")

// New gives a runtime. It starts nothing: the engine is loaded when the first
// program runs, or by [Runtime.Warm].
func New(config Config) (*Runtime, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	r := &Runtime{config: config.withDefaults(), ended: make(chan struct{})}
	r.loader = newLoader(r.config)
	// Runs belong to the runtime as well as to their callers.
	r.base, r.cancel = context.WithCancelCause(context.Background())
	return r, nil
}

// Language is "typescript".
func (r *Runtime) Language() string { return "typescript" }

// Isolation is "wasm".
func (r *Runtime) Isolation() string { return "wasm" }

// Warm starts loading the engine and the type eraser in the background, so
// that the first program need not wait for them. It returns at once; a
// failure shows in Run. Close waits for it.
func (r *Runtime) Warm() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.loader.warm()
	}
}

// Run implements [coderuntime.Runtime].
func (r *Runtime) Run(ctx context.Context, req coderuntime.Request) (coderuntime.Result, error) {
	if err := req.Validate(); err != nil {
		return coderuntime.Result{}, err
	}
	if !r.enter() {
		return coderuntime.Result{}, &coderuntime.Error{Code: coderuntime.CodeClosed,
			Message: "the code runtime is closed"}
	}
	left := sync.OnceFunc(r.runs.Done)
	defer left()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(r.base, func() { cancel(context.Cause(r.base)) })()
	if ctx.Err() != nil {
		return coderuntime.Failed(coderuntime.KindAbort, context.Cause(ctx).Error()), nil
	}
	if typeLike().MatchString(req.Program) {
		r.loader.startEraser() // it will be needed: let both load at once
	}
	machine, err := r.loader.engine(ctx)
	if ctx.Err() != nil {
		return coderuntime.Failed(coderuntime.KindAbort, context.Cause(ctx).Error()), nil
	}
	if err != nil {
		return coderuntime.Result{}, unavailable(err)
	}
	return newRun(r, req, left).do(ctx, machine), nil
}

func (r *Runtime) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.runs.Add(1)
	return true
}

// Close implements [coderuntime.Runtime]: it ends the runs in flight, waits
// for them and for loading in progress, and frees the engine.
func (r *Runtime) Close(ctx context.Context) error {
	r.mu.Lock()
	first := !r.closed
	r.closed = true
	r.mu.Unlock()
	if first {
		r.cancel(errDisposed)
		go r.finish()
	}
	select {
	case <-r.ended:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// finish ends when the last run and the loader have ended.
func (r *Runtime) finish() {
	r.runs.Wait()
	r.loader.close()
	close(r.ended)
}
