package timeout

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// MaxDelay is the longest delay that is accepted, 2147483647 ms: about 24 days.
// It is refused rather than rounded, so that one configuration means the same
// wherever it is read.
const MaxDelay = math.MaxInt32 * time.Millisecond

// Code is the stable identity of a refusal of this package.
type Code string

const (
	// CodeNotPositive: a requested time is zero, negative or not a number.
	CodeNotPositive Code = "TIMEOUT_NOT_POSITIVE"
	// CodeTooLong: a delay is longer than [MaxDelay].
	CodeTooLong Code = "TIMEOUT_TOO_LONG"
)

// Error is a refused time.
type Error struct {
	Code    Code
	Message string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the class of the failure.
func (e *Error) ErrorName() string { return "TimeoutError" }

// Clamp returns the time to use for a request (in milliseconds; nil asks for
// the default), never more than limit, which also lowers the default. Requests
// that are not positive and finite are refused: zero is no way to disable a
// timeout.
func Clamp(requestedMs *float64, def, limit time.Duration) (time.Duration, error) {
	if requestedMs == nil {
		return min(def, limit), nil
	}
	ms := *requestedMs
	if math.IsNaN(ms) || math.IsInf(ms, 0) || ms <= 0 {
		return 0, &Error{CodeNotPositive, fmt.Sprintf("timeoutMs must be a positive finite number, not %v", ms)}
	}
	if ms >= float64(limit)/float64(time.Millisecond) {
		return limit, nil
	}
	return time.Duration(ms * float64(time.Millisecond)), nil
}

// Expired is the cause of a context that its own deadline ended. Two deadlines
// are told apart by identity, so nested ones are never confused.
type Expired struct {
	// Code is the owner's code for its own expiry.
	Code string
	// After is the time that ran out.
	After time.Duration
}

// Error says how long the deadline was.
func (e *Expired) Error() string {
	return fmt.Sprintf("timed out after %vms", float64(e.After)/float64(time.Millisecond))
}

// Deadline derives a context that ends after d with an [Expired] cause, or with
// ctx, whichever is first; the first cause stays. d of zero or less arms no
// timer, the form that background work uses. Cancel releases the timer. Delays
// over [MaxDelay] are refused.
func Deadline(ctx context.Context, d time.Duration, code string) (context.Context, context.CancelFunc, error) {
	return arm(ctx, &Expired{Code: code, After: d})
}

// arm is [Deadline] with a cause that the caller can recognise by identity.
func arm(ctx context.Context, e *Expired) (context.Context, context.CancelFunc, error) {
	if e.After > MaxDelay {
		return nil, nil, &Error{CodeTooLong, fmt.Sprintf(
			"timeout of %v is too long: it must be no greater than 2147483647 ms", e.After)}
	}
	if e.After <= 0 {
		derived, cancel := context.WithCancel(ctx)
		return derived, cancel, nil
	}
	derived, cancel := context.WithTimeoutCause(ctx, e.After, e)
	return derived, cancel, nil
}

// Of returns the deadline that ended ctx, or false if something else did or
// nothing has. With a code it answers only for that owner's deadlines.
func Of(ctx context.Context, code string) (*Expired, bool) {
	expired, ok := errors.AsType[*Expired](context.Cause(ctx))
	return expired, ok && (code == "" || expired.Code == code)
}
