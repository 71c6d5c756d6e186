package mcp_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
)

// The tools of several servers stand in the order of the servers' names, whoever
// is quicker; one that does not come holds nobody up for longer than its timeout.
func TestOrderOfServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fast, _ := scripted(basic(oneTool, answer("")))
		slow, _ := scripted(func(s *script, r request) any {
			if r.Method == "tools/list" {
				time.Sleep(10 * time.Second)
			}
			return basic(oneTool, answer(""))(s, r)
		})
		dead, _ := scripted(silent)
		w := newWorld(t, mcp.Options{Dial: func(ctx context.Context, e *mcp.Endpoint) (mcp.Link, error) {
			switch e.Name {
			case "a":
				return dead(ctx, e)
			case "b":
				return slow(ctx, e)
			}
			return fast(ctx, e)
		}})
		defer w.close()
		servers := map[string]mcp.ServerConfig{"c": here, "b": here, "a": here}
		start := time.Now()
		must(t, w.servers.Install(t.Context(), w.root, mcp.Config{Servers: servers}))
		if diff := cmp.Diff([]string{"mcp__b__t", "mcp__c__t"}, w.names()); diff != "" {
			t.Error(diff)
		}
		if took := time.Since(start); took != 30*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}
