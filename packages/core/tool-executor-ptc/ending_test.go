package ptc_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
)

// A call made after the end is rejected without a dispatch, and so is the
// program's side of one that was running then (P93).
func TestCallsAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept *calls
		var running <-chan coderuntime.Outcome
		w := newWorld(t, ptc.Config{}, func(_ context.Context, p *calls) string {
			kept, running = p, p.start("slow", "{}")
			synctest.Wait()
			return "1"
		})
		w.tool("slow", waits(time.Hour))
		w.run(t.Context())
		before := w.journal.String()
		late := kept.await("slow", "{}")
		if late.OK || !strings.Contains(late.Text, "the call of slow was not started") {
			t.Errorf("the late call got %+v", late)
		}
		if o := <-running; o.OK {
			t.Errorf("the running call got %+v", o)
		}
		if after := w.journal.String(); after != before {
			t.Errorf("records went from %s to %s", before, after)
		}
	})
}

// A store that hangs delays no value and no start until as many log tasks wait as
// calls may overlap; then starts wait, and the run ends after the records (P136).
func TestHangingStore(t *testing.T) {
	eitherWay(t, func(t *testing.T, world func(ptc.Config, program) *world) {
		const bound, all = 2, 5
		values, starts, ended := 0, 0, false
		w := world(ptc.Config{MaxParallelSubCalls: bound}, func(_ context.Context, p *calls) string {
			for range all {
				p.await("tool", "{}")
				values++
			}
			return "1"
		})
		w.tool("tool", returns("v"))
		store := make(chan struct{})
		must(t, w.executor.Events.SubcallLog.On(w.root, func(ctx context.Context, in *ptc.SubcallLog,
			next event.Next[*ptc.SubcallLog, llm.Content]) (llm.Content, error) {
			<-store
			return next.Do(ctx)
		}))
		done := make(chan struct{})
		go func() {
			defer close(done)
			w.run(t.Context())
			ended = true
		}()
		synctest.Wait()
		starts = strings.Count(w.journal.String(), "start:")
		if values != bound+1 || starts != bound+1 || ended {
			t.Errorf("%d values and %d starts beside a store that hangs, want %d", values, starts, bound+1)
		}
		close(store)
		<-done
		if got := strings.Count(w.journal.String(), "settle:"); got != all || values != all {
			t.Errorf("%d values and %d settlements at the end, want %d", values, got, all)
		}
	})
}
