package quickjs_test

import (
	"syscall"
	"testing"
	"time"
)

// threadTime is the processor time that the calling thread has used so far.
func threadTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
