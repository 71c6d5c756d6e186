package engine

import (
	"crypto/rand"
	"io"
	"time"
)

// Sources are where a world takes time and randomness from.
type Sources struct {
	// Now is the wall clock.
	Now func() time.Time
	// Elapsed is a clock that only goes forward.
	Elapsed func() time.Duration
	// Random gives random bytes.
	Random io.Reader
}

// HostSources are the clocks and the secure random source of the process. The
// steady clock counts from base, which must be older than the machine: the
// frozen image remembers readings of it.
func HostSources(base time.Time) Sources {
	return Sources{
		Now:     time.Now,
		Elapsed: func() time.Duration { return time.Since(base) },
		Random:  rand.Reader,
	}
}
