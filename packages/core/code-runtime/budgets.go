package coderuntime

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Milliseconds is a positive finite length of time. As JSON it is a number;
// zero, negative and non-finite ones are refused, so that only an absent
// member takes the default.
type Milliseconds float64

// Duration converts, rounding to the nanosecond and saturating.
func (m Milliseconds) Duration() time.Duration {
	ns := float64(m) * float64(time.Millisecond)
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// String is the shortest decimal text of the number.
func (m Milliseconds) String() string { return strconv.FormatFloat(float64(m), 'f', -1, 64) }

// UnmarshalJSON reads a positive finite number.
func (m *Milliseconds) UnmarshalJSON(text []byte) error {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(f > 0) || math.IsInf(f, 0) {
		return fmt.Errorf("must be a positive number of milliseconds, not %s", text)
	}
	*m = Milliseconds(f)
	return nil
}

// Count is a positive whole number. As JSON, anything else is refused.
type Count int64

// UnmarshalJSON reads a positive whole number that a double holds exactly.
func (c *Count) UnmarshalJSON(text []byte) error {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || f < 1 || f != math.Trunc(f) || f > maxSafe {
		return fmt.Errorf("must be a positive whole number, not %s", text)
	}
	*c = Count(f)
	return nil
}

const (
	maxSafe   = 1<<53 - 1
	maxWallMs = 1<<31 - 1
	minOutput = 4
	mebibyte  = 1 << 20
	maxMemory = 4095 // MiB: linear memory of 32 bits, less the last page
)

// Budgets are the limits of every run of a provider (P18). The zero value of
// a field takes its default.
type Budgets struct {
	// ComputeMs is the time in which the program itself may execute. Waiting
	// for a call or a timer costs nothing (P19). Default 60,000 ms.
	ComputeMs Milliseconds `json:"computeMs,omitzero"`
	// MaxWallMs is the time a run may take in all, at most 2,147,483,647 ms
	// (P20). Default 600,000 ms.
	MaxWallMs Milliseconds `json:"maxWallMs,omitzero"`
	// MaxOutputBytes bounds the JSON bytes of the log plus the completion
	// value or failure message (P97), at least 4. Default 64 MiB.
	MaxOutputBytes Count `json:"maxOutputBytes,omitzero"`
	// MaxMemoryMb bounds everything the program can allocate, in MiB.
	// Default 512 MiB.
	MaxMemoryMb Count `json:"maxMemoryMb,omitzero"`
}

// WithDefaults gives the budgets with each zero field at its default.
func (b Budgets) WithDefaults() Budgets {
	if b.ComputeMs == 0 {
		b.ComputeMs = 60_000
	}
	if b.MaxWallMs == 0 {
		b.MaxWallMs = 600_000
	}
	if b.MaxOutputBytes == 0 {
		b.MaxOutputBytes = 64 * mebibyte
	}
	if b.MaxMemoryMb == 0 {
		b.MaxMemoryMb = 512
	}
	return b
}

// Validate checks the ranges of P18 on budgets with defaults; the error has
// [CodeConfig] and names the key.
func (b Budgets) Validate() error {
	switch {
	case !positive(float64(b.ComputeMs)):
		return misuse(CodeConfig, "computeMs must be a positive finite number, not %v", b.ComputeMs)
	case !positive(float64(b.MaxWallMs)) || b.MaxWallMs > maxWallMs:
		return misuse(CodeConfig, "maxWallMs must be a positive number of at most %d, not %v",
			maxWallMs, b.MaxWallMs)
	case b.MaxOutputBytes < minOutput || b.MaxOutputBytes > maxSafe:
		return misuse(CodeConfig, "maxOutputBytes must be a whole number of at least %d, not %d",
			minOutput, b.MaxOutputBytes)
	case b.MaxMemoryMb < 1 || b.MaxMemoryMb > maxMemory:
		return misuse(CodeConfig, "maxMemoryMb must be a whole number from 1 to %d, not %d",
			maxMemory, b.MaxMemoryMb)
	}
	return nil
}

func positive(f float64) bool { return f > 0 && !math.IsInf(f, 0) }
