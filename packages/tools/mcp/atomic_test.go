package mcp_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp"
)

// Whoever looks while the list changes sees one list or the other.
func TestListChangedAtOnce(t *testing.T) {
	var version atomic.Int64
	var server atomic.Pointer[script]
	dial, _ := scripted(func(s *script, r request) any {
		server.Store(s)
		v := version.Load()
		var tools []string
		for i := range 50 {
			tools = append(tools, fmt.Sprintf(`{"name":"t%d","description":"%d","inputSchema":{"type":"object"}}`, i, v))
		}
		return basic(`{"tools":[`+strings.Join(tools, ",")+`]}`, answer("ok"))(s, r)
	})
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	done := make(chan struct{})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(done)
	wg.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			seen := w.reg.Schemas(nil, nil)
			for _, d := range seen {
				if len(seen) != 50 || d.Description != seen[0].Description {
					t.Errorf("%d tools, of lists %s and %s", len(seen), d.Description, seen[0].Description)
					return
				}
			}
		}
	})
	for v := range int64(5) {
		version.Store(v + 1)
		server.Load().notify("notifications/tools/list_changed", map[string]any{})
		for want := fmt.Sprint(v + 1); w.reg.Schemas(nil, nil)[0].Description != want; {
			time.Sleep(time.Millisecond)
		}
	}
}
