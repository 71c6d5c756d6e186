package coderuntime

import "sync/atomic"

// Call is one call that a program made. It is settled once, by Resolve or
// Reject, from any goroutine; later settlements and those after the end of
// the run are dropped (P12).
type Call struct {
	global, member, argument string

	settled atomic.Bool
	deliver func(Outcome)
}

// Outcome is what a settled call gives to its program.
type Outcome struct {
	// OK tells a resolution from a rejection.
	OK bool
	// Text is the JSON text of the value, or the message of the rejection.
	Text string
}

// NewCall is for providers: a call of a member with the argument as JSON
// text. Deliver gets the outcome, at most once, on the goroutine that settles
// the call.
func NewCall(global, member, argument string, deliver func(Outcome)) *Call {
	return &Call{global: global, member: member, argument: argument, deliver: deliver}
}

// Global is the namespace of the call.
func (c *Call) Global() string { return c.global }

// Member is the exact name of the called member.
func (c *Call) Member() string { return c.member }

// Argument is the argument as lossless compact JSON text, taken when the
// program made the call (P56). It may hold escapes of lone surrogates.
func (c *Call) Argument() string { return c.argument }

// Resolve settles the call with a value as JSON text. Text that is not
// lossless JSON rejects the call instead and says so (P13). It reports
// whether this settlement was the first.
func (c *Call) Resolve(text string) bool {
	if !c.settled.CompareAndSwap(false, true) {
		return false
	}
	if err := CheckText(text); err != nil {
		c.deliver(Outcome{Text: notLossless(c.member, err)})
		return true
	}
	c.deliver(Outcome{OK: true, Text: text})
	return true
}

// Reject settles the call with the message of its failure. It reports whether
// this settlement was the first.
func (c *Call) Reject(message string) bool {
	if !c.settled.CompareAndSwap(false, true) {
		return false
	}
	c.deliver(Outcome{Text: message})
	return true
}

func notLossless(member string, err error) string {
	return "the result of " + member + " is not lossless JSON: " + err.Error()
}
