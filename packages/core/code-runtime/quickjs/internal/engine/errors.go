package engine

import "errors"

var (
	// ErrMemory: the guest is out of memory and cannot go on.
	ErrMemory = errors.New("out of memory")
	// errForged: a pointer or length of the guest is outside its memory.
	errForged = errors.New("the engine gave an address outside its memory")
	// errNoText: a value could not be turned into text, for want of memory.
	errNoText = errors.New("out of memory while copying text")
)

// Thrown is an exception that left the guest's code uncaught.
type Thrown struct {
	// Message is the rendered exception.
	Message string
	// Uncatchable marks one that no program code could have caught: the
	// engine ran out of memory.
	Uncatchable bool
}

func (t *Thrown) Error() string { return t.Message }
