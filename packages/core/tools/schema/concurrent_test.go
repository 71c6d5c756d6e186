package schema_test

import (
	"sync"
	"testing"
)

// TestConcurrentSafe checks one value, whose tree is not built yet, with one schema from
// many goroutines.
func TestConcurrentSafe(t *testing.T) {
	s, _, good := workload(t)
	bad := parse(t, `{"id":1,"items":[{"key":"a"}]}`)
	want := len(s.Violations(bad, ""))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if !s.Valid(good) || len(s.CheckArguments(bad)) != want {
					t.Error("wrong verdict")
				}
			}
		})
	}
	wg.Wait()
}
