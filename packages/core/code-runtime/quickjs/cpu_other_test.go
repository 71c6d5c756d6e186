//go:build !unix

package quickjs_test

import (
	"testing"
	"time"
)

var testStart = time.Now()

// processorTime falls back to wall time.
func processorTime(testing.TB) time.Duration { return time.Since(testStart) }
