//go:build !linux

package quickjs_test

import (
	"testing"
	"time"
)

var threadStart = time.Now()

// threadTime falls back to wall time where the time of one thread is not told.
func threadTime(testing.TB) time.Duration { return time.Since(threadStart) }
