package shell

import "fmt"

// MaxDelay is the longest delay that configuration may name, in milliseconds: the range of the
// timers of other hosts of the same configuration (timeout vectors, 015).
const MaxDelay Millis = 1<<31 - 1

// Clamp settles a time limit: the requested one, or fallback when it is nil, lowered to limit.
// A span that is not positive and finite is refused, a large one never (tools §15.1).
func Clamp(requested *Millis, fallback, limit Millis) (Millis, error) {
	want := fallback
	if requested != nil {
		want = *requested
	}
	if !want.Valid() {
		return 0, &Error{CodeTimeout,
			fmt.Sprintf("timeout must be a positive finite number, got %v", float64(want)), nil}
	}
	return min(want, limit), nil
}
