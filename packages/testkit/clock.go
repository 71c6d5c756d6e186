package testkit

import (
	"slices"
	"sync"
	"time"
)

// Clock is a clock that stands still until the test advances it, for code that
// is given its time as functions and cannot run in a testing/synctest bubble,
// such as code that talks to other processes. The zero value stands at the Unix
// epoch. Safe for concurrent use.
type Clock struct {
	mu     sync.Mutex
	passed time.Duration
	alarms []alarm
}

type alarm struct {
	at   time.Duration
	ring chan time.Time
}

// Now returns the clock's time, in UTC.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time(c.passed)
}

func (c *Clock) time(passed time.Duration) time.Time { return time.Unix(0, 0).UTC().Add(passed) }

// After returns a channel that gets the time once the clock has been advanced
// by d; at once for d of zero or less.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := alarm{at: c.passed + d, ring: make(chan time.Time, 1)}
	if d <= 0 {
		a.ring <- c.time(c.passed)
		return a.ring
	}
	c.alarms = append(c.alarms, a)
	return a.ring
}

// Advance moves the clock and rings what is due, earliest first.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.passed += d
	slices.SortStableFunc(c.alarms, func(a, b alarm) int { return int(a.at - b.at) })
	for len(c.alarms) > 0 && c.alarms[0].at <= c.passed {
		c.alarms[0].ring <- c.time(c.alarms[0].at)
		c.alarms = c.alarms[1:]
	}
}

// Waiting returns the number of alarms that have not rung.
func (c *Clock) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.alarms)
}
