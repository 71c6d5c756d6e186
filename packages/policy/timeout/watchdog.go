package timeout

import (
	"context"
	"time"
)

// Watchdog ends a context when nothing was heard for a while: the guard of a
// stream whose length nobody knows. Create it with [Watch].
type Watchdog struct {
	timer *time.Timer
	idle  time.Duration
}

// Watch derives a context that ends with an [Expired] cause once idle has
// passed without a Heard. Cancel releases the timer.
func Watch(ctx context.Context, idle time.Duration, code string) (context.Context, *Watchdog, context.CancelFunc) {
	derived, cancel := context.WithCancelCause(ctx)
	expired := &Expired{Code: code, After: idle}
	w := &Watchdog{timer: time.AfterFunc(idle, func() { cancel(expired) }), idle: idle}
	return derived, w, func() {
		w.timer.Stop()
		cancel(nil)
	}
}

// Heard starts the wait anew. After expiry it changes nothing.
func (w *Watchdog) Heard() { w.timer.Reset(w.idle) }
