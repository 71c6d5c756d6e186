package coderuntime

import (
	"context"
	"fmt"
	"sync"
)

// Function is a host function as ordinary Go: it blocks until it has the
// value as JSON text or an error, whose message the program sees. The
// argument is lossless JSON text.
type Function func(ctx context.Context, argument string) (string, error)

// Host makes namespaces of ordinary functions for callers that need no
// schedule of their own: tests, small embedders. Each call runs in its own
// goroutine; Close ends them.
type Host struct {
	ctx    context.Context
	cancel context.CancelFunc
	calls  sync.WaitGroup
}

// NewHost gives a host whose functions get a context derived from ctx. The
// caller must Close it.
func NewHost(ctx context.Context) *Host {
	h := &Host{}
	h.ctx, h.cancel = context.WithCancel(ctx)
	return h
}

// Close cancels the context of every running function and waits until all
// have returned.
func (h *Host) Close() {
	h.cancel()
	h.calls.Wait()
}

// Namespace makes a namespace of functions by member name. Members are listed
// in the order of names; names that are not in functions are never called.
func (h *Host) Namespace(global string, functions map[string]Function, names ...string) Namespace {
	invoke := func(call *Call) {
		h.calls.Go(func() { h.call(functions[call.Member()], call) })
	}
	return Namespace{Global: global, Members: names, Invoke: invoke}
}

// call contains a panicking function: it rejects only its own call (P13).
func (h *Host) call(f Function, call *Call) {
	defer func() {
		if v := recover(); v != nil {
			call.Reject(fmt.Sprintf("%s panicked: %v", call.Member(), v))
		}
	}()
	if f == nil {
		call.Reject(call.Member() + " has no function")
		return
	}
	text, err := f(h.ctx, call.Argument())
	if err != nil {
		call.Reject(err.Error())
		return
	}
	call.Resolve(text)
}
