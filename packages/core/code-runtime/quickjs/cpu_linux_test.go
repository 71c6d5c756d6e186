package quickjs_test

import (
	"syscall"
	"testing"
	"time"
)

// threadTime is the processor time that the calling thread has used so far.
func threadTime(tb testing.TB) time.Duration {
	tb.Helper()
	return usedBy(tb, syscall.RUSAGE_THREAD)
}
