package tools

import (
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Call is the read-only view of one execution that policies, guards, wrappers
// and observers get (R54). It is immutable and may be kept.
type Call struct {
	id, root, name string
	args           jsonvalue.Value
	agent          *Agent
	parent         Token
	of             *execution
}

// ID returns the call's id as the model or the caller gave it.
func (c *Call) ID() string { return c.id }

// RootID returns the id of the outermost call this one is part of; it equals
// ID for a direct call.
func (c *Call) RootID() string { return c.root }

// Name returns the tool name as called, which may name no tool.
func (c *Call) Name() string { return c.name }

// Arguments returns the frozen arguments. Text that was not JSON is kept as a
// JSON string (R79); lossy arguments are absent.
func (c *Call) Arguments() jsonvalue.Value { return c.args }

// Agent returns whom the call belongs to, nil for a standalone call.
func (c *Call) Agent() *Agent { return c.agent }

// Token returns the execution's own identity.
func (c *Call) Token() Token { return Token{c.of} }

// Parent returns the identity of the execution that issued this call; zero for
// a direct call.
func (c *Call) Parent() Token { return c.parent }

// Nested reports whether another execution issued this call.
func (c *Call) Nested() bool { return !c.parent.IsZero() }

// Timeout returns the budget declared by the tool that would run for this
// call, zero if it declares none or no such tool exists. The registry never
// enforces it; package policy/timeout does (R11, decision on U22).
func (c *Call) Timeout() time.Duration {
	if r := c.tool(); r != nil {
		return r.def.Timeout
	}
	return 0
}

// Traits returns what the tool that would run says about its effects.
func (c *Call) Traits() Traits {
	if r := c.tool(); r != nil {
		return r.def.Traits
	}
	return Traits{}
}

// PresentCall returns the tool's card for this call, nil for the generic one.
func (c *Call) PresentCall() CallView {
	if c.of == nil {
		return nil
	}
	reg := c.of.visible()
	if c.of.seen.stamp.Load() == 0 { // its turn has not come
		reg, _ = c.of.lookup()
	}
	if reg == nil {
		return nil
	}
	return reg.PresentCall(c.args)
}

// tool is what would run for the call now, nil if nothing would.
func (c *Call) tool() *Registration {
	if c.of == nil {
		return nil
	}
	return c.of.executable()
}
