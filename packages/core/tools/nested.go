package tools

import "context"

// Nested is how a composite tool or an executor issues calls of its own: the
// same agent, set and trace as the outer call, marked as its children (R92).
type Nested struct {
	outer *execution
	exec  *Exec
}

// Nested returns the door to nested calls of this one.
func (x *Exec) Nested() Nested { return Nested{x.of(), x} }

// Lane returns a lane for nested calls. Agent, Set and Trace of cfg are those
// of the outer call; the transport takes no part. Its calls leave no records: who
// makes it keeps them with [Nested.Recorder] (R105).
func (n Nested) Lane(ctx context.Context, cfg LaneConfig) *Lane {
	cfg.Agent, cfg.Set, cfg.Trace, cfg.Transport = n.outer.agent, n.outer.set, n.outer.trace, nil
	l := n.outer.reg.NewLane(ctx, cfg)
	l.env.recorder = n.outer.recorder
	return l
}

// Recorder returns what keeps the records of nested calls, nil if nothing
// does: no agent, no recorder, or one without that ability (R105).
func (n Nested) Recorder() SubcallRecorder {
	if n.outer.agent == nil {
		return nil
	}
	recorder, _ := n.outer.recorder.(SubcallRecorder)
	return recorder
}

// Invocation returns in as a child of the outer call.
func (n Nested) Invocation(in Invocation) Invocation {
	in.Parent = n.outer.call.Token()
	in.RootCallID = n.outer.call.root
	return in
}

// Call runs one nested call through the whole pipeline and returns its
// outcome. It is exclusive of nothing: the composite decides what overlaps, and
// keeps the records of its calls with [Nested.Recorder]. Once the outer body has
// returned, it runs nothing and answers [CodeAbortedBeforeDispatch].
func (n Nested) Call(ctx context.Context, in Invocation) *Outcome {
	in = n.Invocation(in)
	if n.exec.over() {
		over, cancel := context.WithCancel(ctx)
		cancel()
		ctx = over
	}
	env := environment{reg: n.outer.reg, agent: n.outer.agent, set: n.outer.set, trace: n.outer.trace, recorder: n.outer.recorder}
	return env.run(ctx, &in)
}

// Tools returns what nested calls may name, in registry order. Read-only.
func (n Nested) Tools() []*Registration {
	if set := n.outer.set; set != nil {
		return set.current(set.key)
	}
	return n.outer.reg.view(n.outer.agent.key()).callable().tools
}

// Registry returns the registry that runs the outer call.
func (n Nested) Registry() *Registry { return n.outer.reg }

// Set returns the set of the outer call's step, nil outside a step.
func (n Nested) Set() *ToolSet { return n.outer.set }

// run takes one call through the pipeline in the caller's goroutine.
func (env *environment) run(ctx context.Context, in *Invocation) *Outcome {
	e := new(execution)
	e.begin(ctx, env, in)
	e.through()
	return &e.outcome
}

// through takes the call through all stages, one after the other.
func (e *execution) through() {
	e.prepare()
	if e.ready {
		e.dispatch()
	}
	e.complete()
}
