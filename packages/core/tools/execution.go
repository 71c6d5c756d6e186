package tools

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// Invocation is one call as it comes in. Each field is read once (R53).
type Invocation struct {
	// CallID identifies the call in records and results.
	CallID string
	// RootCallID is the id of the outermost call; empty means CallID.
	RootCallID string
	// Name is the tool's name.
	Name string
	// Text is the raw argument text (R79): empty means {}, text that is not
	// JSON is kept as a string. It is not read when Value is present.
	Text string
	// Value is the arguments as a value.
	Value jsonvalue.Value
	// Parent is the execution that issues this call; zero for a direct call.
	Parent Token
}

// environment is what all calls of one batch or lane share.
type environment struct {
	reg       *Registry
	agent     *Agent
	set       *ToolSet
	transport *Transport
	trace     Tracer
	recorder  Recorder // of the batch, for nested calls
}

// execution is one call on its way through the pipeline. The lane's goroutine
// owns it, except between dispatch's start and end, when a worker does.
type execution struct {
	*environment
	call      Call
	ctx       context.Context // the caller's
	seen      sighting
	result    *Result
	outcome   Outcome
	inspected Inspection

	stop    *Failure // final: the remaining policy stages are skipped
	checked checked  // arguments as the first classifier or body found them
	ready   bool     // prepared, and a body is wanted
	settled atomic.Bool

	blocked bool // post policy dropped everything that came before

	bodies  atomic.Int32
	first   attempt
	mu      sync.Mutex
	retries []*attempt
}

// attempt is one run of the body.
type attempt struct {
	run    *execution
	exec   Exec
	result Result
	in     any
}

// begin reads the invocation and freezes its arguments. What the caller sees is
// looked up when the call's turn comes.
func (e *execution) begin(ctx context.Context, env *environment, in *Invocation) {
	e.environment, e.ctx = env, ctx
	c := &e.call // field by field: that is cheaper than copying a whole one
	c.id, c.root, c.name = in.CallID, in.RootCallID, in.Name
	c.agent, c.parent, c.of = env.agent, in.Parent, e
	if c.root == "" {
		c.root = c.id
	}
	if !in.Value.IsAbsent() {
		c.args = in.Value
		return
	}
	args, ok := parseArguments(in.Text)
	if !ok {
		e.stop = lossyArguments
	}
	c.args = args
}

// enter tells the tracer. A tracer that panics is reported and fails nothing.
func (e *execution) enter(s Stage) {
	if e.trace == nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			e.logPanic(&PanicError{Where: "tracer", Value: v, Stack: debug.Stack()})
		}
	}()
	e.trace(&e.call, s)
}

// sighting is what the caller saw, and when. The lane writes it; whoever keeps
// the [Call] may read it meanwhile.
type sighting struct {
	tool  atomic.Pointer[Registration]
	stamp atomic.Uint64 // the registry's generation plus one; zero before the first look
}

// at returns what was seen, if the registry was then at this generation.
func (s *sighting) at(generation uint64) (reg *Registration, ok bool) {
	if s.stamp.Load() != generation+1 {
		return nil, false
	}
	return s.tool.Load(), true
}

// look binds what the caller sees now (R55). It is called until the call has
// been prepared, and never after.
func (e *execution) look() {
	gen := e.reg.layers.Generation()
	if e.seen.stamp.Load() == gen+1 {
		return
	}
	reg, _ := e.lookup()
	e.seen.tool.Store(reg) // before the stamp that vouches for it
	e.seen.stamp.Store(gen + 1)
}

// visible is the tool that the caller saw when its turn came, nil for none.
func (e *execution) visible() *Registration { return e.seen.tool.Load() }

// lookup finds the definition that the caller sees, conditional or not.
func (e *execution) lookup() (*Registration, bool) {
	if t := e.transport; t != nil && e.call.name == t.Tool.def.Name && !e.call.Nested() {
		return t.Tool, true
	}
	return e.reg.Get(e.call.name, e.agent.key(), e.set)
}

// executable finds what would run now, nil if nothing would. While nothing in
// the registry changes, that is what the caller saw.
func (e *execution) executable() *Registration {
	reg, ok := e.seen.at(e.reg.layers.Generation())
	if !ok {
		reg, _ = e.lookup()
	}
	if reg == nil || reg.Conditional() && e.set == nil {
		return nil
	}
	return reg
}

// newAttempt returns the state of one more run of the body.
func (e *execution) newAttempt() *attempt {
	a := &e.first
	if e.bodies.Add(1) > 1 {
		a = &attempt{}
		e.mu.Lock()
		e.retries = append(e.retries, a)
		e.mu.Unlock()
	}
	a.exec.Call = &e.call
	return a
}

// lastAttempt returns the latest run of the body. An outcome that no body
// produced, such as a timeout, still carries what it deferred (decisions U4,
// U5).
func (e *execution) lastAttempt() *attempt {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.retries); n > 0 {
		return e.retries[n-1]
	}
	return &e.first
}

// ran reports whether r comes from a run of this call's body, and so carries
// what that run deferred.
func (e *execution) ran(r *Result) bool { return r.from != nil && r.from.run == e }

// owns reports whether r is the very object that this dispatch produced (R63).
func (e *execution) owns(r *Result) bool { return e.ran(r) && r == &r.from.result }

// cancelled turns a success into the cancelled outcome if the caller is gone;
// failures outlive cancellation (R58).
func (e *execution) cancelled(r *Result) *Result {
	if r.IsError() || e.ctx.Err() == nil {
		return r
	}
	c := failed(e.abortion())
	c.contexts = r.contexts
	return c
}

func (e *execution) abortion() *Failure {
	if e.bodies.Load() > 0 {
		return aborted
	}
	return abortedBefore
}

// joined is contexts a followed by b without a copy where one is empty.
func joined(a, b []llm.Message) []llm.Message {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	return slices.Concat(a, b)
}
