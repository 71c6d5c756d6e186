//go:build !unix

package quickjs_test

import (
	"testing"
	"time"
)

var testStart = time.Now()

// processorTime falls back to wall time.
func processorTime(testing.TB) time.Duration { return time.Since(testStart) }

// resident is not known here.
func resident(testing.TB) int64 { return 0 }
