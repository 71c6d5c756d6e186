package tools

import "context"

// Nested is how a composite tool or an executor issues calls of its own: the
// same agent, set and trace as the outer call, marked as its children (R92).
type Nested struct{ outer *execution }

// Nested returns the door to nested calls of this one.
func (x *Exec) Nested() Nested { return Nested{x.of()} }

// Lane returns a lane for nested calls. Agent, Set and Trace of cfg are those
// of the outer call; the transport takes no part.
func (n Nested) Lane(ctx context.Context, cfg LaneConfig) *Lane {
	cfg.Agent, cfg.Set, cfg.Trace, cfg.Transport = n.outer.agent, n.outer.set, n.outer.trace, nil
	return n.outer.reg.NewLane(ctx, cfg)
}

// Invocation returns in as a child of the outer call.
func (n Nested) Invocation(in Invocation) Invocation {
	in.Parent = n.outer.call.Token()
	in.RootCallID = n.outer.call.root
	return in
}

// Call runs one nested call through the whole pipeline and returns its
// outcome. It is exclusive of nothing: the composite decides what overlaps.
func (n Nested) Call(ctx context.Context, in Invocation) *Outcome {
	in = n.Invocation(in)
	env := environment{reg: n.outer.reg, agent: n.outer.agent, set: n.outer.set, trace: n.outer.trace}
	return env.run(ctx, &in)
}

// Registry returns the registry that runs the outer call.
func (n Nested) Registry() *Registry { return n.outer.reg }

// Set returns the set of the outer call's step, nil outside a step.
func (n Nested) Set() *ToolSet { return n.outer.set }

// run takes one call through the pipeline in the caller's goroutine.
func (env *environment) run(ctx context.Context, in *Invocation) *Outcome {
	e := new(execution)
	e.begin(ctx, env, in)
	e.prepare()
	if e.ready {
		e.dispatch()
	}
	e.complete()
	return &e.outcome
}
