package coderuntime

// Driver lets whoever answers the calls of a program do so on the goroutine
// that runs it, while the program waits for them: a call then costs no change
// of goroutine. A provider that does not know drivers calls none of the methods,
// and the calls go on elsewhere. All but Stop are called on that goroutine.
type Driver interface {
	// Attach says, before the program starts, that the provider will call the
	// other methods.
	Attach()
	// Drive is called when the program waits for calls alone: no outcome has
	// arrived and no timer is armed. It returns once it has settled a call, or
	// with false when the provider has to wait by itself.
	Drive() bool
	// Detach is called when calls are unsettled and the program goes on for a
	// while, waits for a timer too, or has ended: calls that were made have to
	// go on without its goroutine.
	Detach()
	// Stop is called from any goroutine, at any time, when the program has to
	// end: Drive must return soon.
	Stop()
}
