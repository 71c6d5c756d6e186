package coderuntime

import "sync/atomic"

// Call is one call that a program made. It is settled once, by Resolve or
// Reject, from any goroutine; later settlements and those after the end of
// the run are dropped (P12).
type Call struct {
	params  CallParams
	settled atomic.Bool
}

// CallParams are what a provider makes a [Call] of.
type CallParams struct {
	// Global and Member name the function; Argument is the lossless compact
	// JSON text of its argument.
	Global, Member, Argument string
	// Check decides whether a value may cross; nil stands for [CheckText].
	// Providers whose numbers are doubles give [CheckDoubles].
	Check func(text string) error
	// Deliver gets the outcome, at most once, on the goroutine that settles.
	Deliver func(Outcome)
}

// Outcome is what a settled call gives to its program.
type Outcome struct {
	// OK tells a resolution from a rejection.
	OK bool
	// Text is the JSON text of the value, or the message of the rejection.
	Text string
}

// NewCall is for providers: it makes a call that is not yet settled.
func NewCall(params CallParams) *Call {
	if params.Check == nil {
		params.Check = CheckText
	}
	return &Call{params: params}
}

// Global is the namespace of the call.
func (c *Call) Global() string { return c.params.Global }

// Member is the exact name of the called member.
func (c *Call) Member() string { return c.params.Member }

// Argument is the argument as lossless compact JSON text, taken when the
// program made the call (P56). It may hold escapes of lone surrogates.
func (c *Call) Argument() string { return c.params.Argument }

// Resolve settles the call with a value as JSON text. Text that is not
// lossless JSON rejects the call instead and says so (P13). It reports
// whether this settlement was the first.
func (c *Call) Resolve(text string) bool {
	if !c.settled.CompareAndSwap(false, true) {
		return false
	}
	if err := c.params.Check(text); err != nil {
		c.params.Deliver(Outcome{Text: notLossless(c.params.Member, err)})
		return true
	}
	c.params.Deliver(Outcome{OK: true, Text: text})
	return true
}

// Reject settles the call with the message of its failure. It reports whether
// this settlement was the first.
func (c *Call) Reject(message string) bool {
	if !c.settled.CompareAndSwap(false, true) {
		return false
	}
	c.params.Deliver(Outcome{Text: message})
	return true
}

func notLossless(member string, err error) string {
	return "the result of " + member + " is not lossless JSON: " + err.Error()
}
