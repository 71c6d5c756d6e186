package local_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// resident is the memory of this process in bytes.
func resident(t testing.TB) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Error(err)
		return 0
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Error(err)
	}
	return pages * os.Getpagesize()
}

// A flood passes through without memory growing by more than 64 MB; its end is kept. One
// gigabyte is far past every cap; DSH_TEST_FLOOD=10000000000 sends ten.
func TestAFloodOfYes(t *testing.T) {
	all := 1_000_000_000
	if text := os.Getenv("DSH_TEST_FLOOD"); text != "" {
		var err error
		if all, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	e := executor(t, local.Options{})
	before, most := resident(t), 0
	done := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, resident(t))
			case <-done:
				return
			}
		}
	}()
	o := run(t, e, shell.Request{Timeout: millis(300_000),
		Command: "yes | head -c " + strconv.Itoa(all)})
	close(done)
	<-watched
	if o.Stdout.Bytes != int64(all) || len(o.Stdout.Text) != 64_000 || o.Stdout.Spill != "" {
		t.Errorf("kept %d of %d, spill %q", len(o.Stdout.Text), o.Stdout.Bytes, o.Stdout.Spill)
	}
	t.Logf("grew by %d bytes", most-before)
	if most-before > 64_000_000 {
		t.Errorf("memory grew from %d to %d", before, most)
	}
}
