package serve_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Each client has an agent of its own; exclusive calls of one client run one at
// a time, those of two clients side by side.
func TestTwoClients(t *testing.T) {
	w := newWorld(t)
	var now, most atomic.Int64
	both := make(chan struct{}, 2)
	w.tool("who", tools.Traits{}, func(_ context.Context, x *tools.Exec, in words) (string, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		if in.Text == "meet" {
			both <- struct{}{}
			for range 1000 {
				if len(both) == 2 {
					break
				}
				time.Sleep(time.Millisecond)
			}
			if len(both) != 2 {
				return "", errNo
			}
		}
		return x.Agent().ID, nil
	})
	a, b := w.connect(nil), w.connect(nil)
	names := make(chan string, 2)
	for _, c := range []*sdk.ClientSession{a, b} {
		go func() {
			r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "who", Arguments: words{"meet"}})
			if err != nil {
				names <- err.Error()
				return
			}
			names <- textOf(r)
		}()
	}
	if x, y := <-names, <-names; x == y || !strings.HasPrefix(x, "mcp-") || !strings.HasPrefix(y, "mcp-") {
		t.Errorf("agents %s and %s", x, y)
	}
	most.Store(0)
	done := make(chan struct{}, 20)
	for range 20 {
		go func() {
			_, _ = a.CallTool(t.Context(), &sdk.CallToolParams{Name: "who"})
			done <- struct{}{}
		}()
	}
	for range 20 {
		<-done
	}
	if most.Load() != 1 {
		t.Errorf("%d calls of one client ran at once", most.Load())
	}
}

// Calls of one client overlap where their tool's classifier says so.
func TestOverlap(t *testing.T) {
	w := newWorld(t)
	var now, most atomic.Int64
	var meet sync.WaitGroup
	meet.Add(2)
	w.tool("look", tools.Traits{ReadOnly: true}, func(_ context.Context, _ *tools.Exec, in words) (string, error) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		if in.Text == "meet" {
			meet.Done()
			meet.Wait()
		}
		return "", nil
	})
	c := w.connect(nil)
	all := func(text string, calls int) {
		var wg sync.WaitGroup
		for range calls {
			wg.Go(func() {
				if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "look", Arguments: words{text}}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	all("meet", 2) // each waits for the other
	most.Store(0)
	all("alone", 20)
	if most.Load() != 1 {
		t.Errorf("%d calls ran at once that were to run alone", most.Load())
	}
}
