package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
)

const oneTool = `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`

func answer(text string) func(*script, request) any {
	return func(*script, request) any {
		return map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}}
	}
}

func die(s *script, _ request) any {
	_ = s.conn.Close()
	return nil
}

func silent(*script, request) any { return nil }

func wantCode(t *testing.T, r *tools.Result, code mcp.Code) {
	t.Helper()
	if r.Failure() == nil || string(r.Failure().Code()) != string(code) {
		t.Fatalf("got %+v, want %s", r.Failure(), code)
	}
}

// A server that dies fails the call at once, keeps its tools, and comes back.
func TestServerDiesMidCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dial, dials := scripted(basic(oneTool, die), basic(oneTool, answer("back")))
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		wantCode(t, w.call("t", "{}"), mcp.CodeConnectionLost)
		synctest.Wait()
		wantCode(t, w.call("t", "{}"), mcp.CodeNotConnected)
		time.Sleep(time.Second)
		if got := w.call("t", "{}").Content().Text(); got != "back" || *dials != 2 {
			t.Errorf("got %q after %d dials", got, *dials)
		}
	})
}

func TestServerDiesMidListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := func(s *script, r request) any {
			if r.Method == "tools/list" {
				return die(s, r)
			}
			return basic(oneTool, silent)(s, r)
		}
		dial, _ := scripted(broken, basic(oneTool, answer("ok")))
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here) // the failure is contained
		if st := w.server().Status(); mcp.CodeOf(st.Err) != mcp.CodeListing {
			t.Errorf("status %+v", st)
		}
		time.Sleep(time.Second)
		if got := w.call("t", "{}").Content().Text(); got != "ok" {
			t.Errorf("got %q", got)
		}
	})
}

func TestFailOnStartupError(t *testing.T) {
	dial, _ := scripted(die)
	w := newWorld(t, mcp.Options{Dial: dial})
	c := here
	c.FailOnStartupError = true
	err := w.servers.Install(t.Context(), w.root, mcp.Config{Servers: map[string]mcp.ServerConfig{"s": c}})
	if mcp.CodeOf(err) != mcp.CodeConnect {
		t.Errorf("got %v", err)
	}
}

// Brief successes do not start the count anew; when it is used up, the tools go.
func TestCrashLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		brief := func(s *script, r request) any {
			if r.Method == "tools/list" {
				time.AfterFunc(100*time.Millisecond, func() { _ = s.conn.Close() })
			}
			return basic(oneTool, silent)(s, r)
		}
		dial, dials := scripted(brief)
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		c := here
		c.Reconnect.MaxAttempts = 4
		w.install(c)
		time.Sleep(time.Hour)
		if st := w.server().Status(); st.State != mcp.StateFailed || *dials != 5 || len(w.names()) != 0 {
			t.Errorf("status %+v after %d dials, tools %v", st, *dials, w.names())
		}
	})
}

// A stable uptime starts the count anew.
func TestStableUptime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stable := func(s *script, r request) any {
			if r.Method == "tools/list" {
				time.AfterFunc(time.Minute, func() { _ = s.conn.Close() })
			}
			return basic(oneTool, silent)(s, r)
		}
		dial, dials := scripted(stable)
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		c := here
		c.Reconnect.MaxAttempts = 2
		w.install(c)
		time.Sleep(time.Hour)
		if st := w.server().Status(); *dials < 50 || st.State == mcp.StateFailed {
			t.Errorf("status %+v after %d dials", st, *dials)
		}
	})
}

func TestServerNeverAnswers(t *testing.T) {
	t.Run("the handshake", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			dial, _ := scripted(silent)
			w := newWorld(t, mcp.Options{Dial: dial})
			defer w.close()
			start := time.Now()
			w.install(here)
			st := w.server().Status()
			if took := time.Since(start); took != 30*time.Second || mcp.CodeOf(st.Err) != mcp.CodeConnect ||
				!strings.Contains(st.Err.Error(), "connectTimeoutMs") {
				t.Errorf("after %v: %v", took, st.Err)
			}
		})
	})
	t.Run("a call", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var cancelled atomic.Bool
			dial, _ := scripted(func(s *script, r request) any {
				if r.Method == "notifications/cancelled" {
					cancelled.Store(true)
				}
				return basic(oneTool, silent)(s, r)
			})
			w := newWorld(t, mcp.Options{Dial: dial})
			defer w.close()
			c := here
			c.ToolCallTimeoutMs = 250
			w.install(c)
			start := time.Now()
			r := w.call("t", "{}")
			wantCode(t, r, mcp.CodeTimeout)
			synctest.Wait()
			if took := time.Since(start); took != 250*time.Millisecond || !cancelled.Load() {
				t.Errorf("after %v, cancelled %v", took, cancelled.Load())
			}
		})
	})
}

func TestCancelledCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var cancelled atomic.Bool
		dial, _ := scripted(func(s *script, r request) any {
			if r.Method == "notifications/cancelled" {
				cancelled.Store(true)
			}
			return basic(oneTool, silent)(s, r)
		})
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		wantCode(t, w.run(ctx, "mcp__s__t", "{}"), mcp.Code(tools.CodeAborted))
		synctest.Wait()
		if !cancelled.Load() {
			t.Error("the server was not told")
		}
	})
}

// A server that floods with notifications, text that is no message, answers that
// nobody asked for and answers that come twice does not disturb its calls.
func TestNoise(t *testing.T) {
	dial, _ := scripted(basic(oneTool, func(s *script, r request) any {
		var p struct {
			Meta struct {
				Token any `json:"progressToken"`
			} `json:"_meta"`
		}
		_ = json.Unmarshal(r.Params, &p)
		for i := range 3000 {
			s.notify("notifications/progress", map[string]any{"progressToken": p.Meta.Token, "progress": i + 1, "total": 3000})
			s.notify("notifications/message", map[string]any{"level": "info", "data": "noise"})
		}
		s.write("Listening on standard input…\n\n{\"jsonrpc\":\"1.0\"}\n{broken\n[1,2]\n")
		s.write(`{"jsonrpc":"2.0","id":4711,"result":{"content":[]}}` + "\n")
		s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"first"}]}}`+"\n", *r.ID))
		s.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"second"}]}}`+"\n", *r.ID))
		return nil
	}))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	var last atomic.Value
	must(t, w.reg.Events.Progress.On(w.root, func(_ context.Context, p *tools.Progress) error {
		last.Store(p.Done)
		return nil
	}))
	for range 3 {
		if got := w.call("t", "{}"); got.IsError() || got.Content().Text() != "first" {
			t.Fatalf("got %v %v", got.Content(), got.Failure())
		}
		if last.Load() != 3000.0 {
			t.Errorf("the last report was %v", last.Load())
		}
	}
}

func TestLongLine(t *testing.T) {
	long := strings.Repeat("x", 10<<20)
	dial, _ := scripted(basic(oneTool, answer(long)))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	if got := w.call("t", "{}"); got.IsError() || got.Content().Text() != long {
		t.Errorf("%d bytes, %v", len(got.Content().Text()), got.Failure())
	}
}

func TestListingFaults(t *testing.T) {
	const schema = `"inputSchema":{"type":"object"}`
	for _, tt := range []struct {
		name, list string
		want       []string
		problem    string
	}{
		{"null entries and nonsense are left out", `{"tools":[null,{"name":"a",` + schema + `},{"name":"b","inputSchema":{"type":"object"},"annotations":7}]}`,
			[]string{"mcp__s__a"}, ""},
		{"null entry", `{"tools":[null,{"name":"a",` + schema + `}]}`, []string{"mcp__s__a"}, ""},
		{"twice", `{"tools":[{"name":"a",` + schema + `},{"name":"a",` + schema + `}]}`, nil, `has tool "a" twice`},
		{"collide after cleaning", `{"tools":[{"name":"a.b",` + schema + `},{"name":"a/b",` + schema + `},{"name":"a_b",` + schema + `}]}`,
			[]string{mcp.PublicName("s", "a.b"), mcp.PublicName("s", "a/b"), "mcp__s__a_b"}, ""},
		{"endless pages", `{"tools":[],"nextCursor":"again"}`, nil, "the list does not end"},
		{"no schema", `{"tools":[{"name":"a"}]}`, []string{"mcp__s__a"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dial, _ := scripted(basic(tt.list, answer("")))
			w := newWorld(t, mcp.Options{Dial: dial})
			w.install(here)
			if diff := cmp.Diff(tt.want, w.names()); diff != "" {
				t.Error(diff)
			}
			if err := w.server().Status().Err; tt.problem != "" && (err == nil || !strings.Contains(err.Error(), tt.problem)) {
				t.Errorf("error %v, want %q", err, tt.problem)
			}
		})
	}
}

// Notifications of changes are answered by few listings, and a listing that is
// refused keeps the tools.
func TestListChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var listings atomic.Int64
		list := atomic.Value{}
		list.Store(oneTool)
		var server atomic.Pointer[script]
		dial, _ := scripted(func(s *script, r request) any {
			server.Store(s)
			if r.Method == "tools/list" {
				listings.Add(1)
			}
			return basic(list.Load().(string), answer("ok"))(s, r)
		})
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		old, _ := w.reg.Get("mcp__s__t", nil, nil)
		change := func(text string, times int) {
			list.Store(text)
			for range times {
				server.Load().notify("notifications/tools/list_changed", map[string]any{})
			}
			time.Sleep(time.Second)
		}
		change(`{"tools":[{"name":"t","inputSchema":{"type":"object"}},{"name":"u","inputSchema":{"type":"object"}}]}`, 500)
		if n := listings.Load(); n > 3 {
			t.Errorf("%d listings for one storm", n)
		}
		if diff := cmp.Diff([]string{"mcp__s__t", "mcp__s__u"}, w.names()); diff != "" {
			t.Error(diff)
		}
		if now, _ := w.reg.Get("mcp__s__t", nil, nil); now != old {
			t.Error("an unchanged tool was registered anew")
		}
		change(`{"tools":[{"name":"x"},{"name":"x"}]}`, 1)
		if diff := cmp.Diff([]string{"mcp__s__t", "mcp__s__u"}, w.names()); diff != "" {
			t.Errorf("after a refused listing: %s", diff)
		}
		change(`{"tools":[{"name":"u","description":"new","inputSchema":{"type":"object"}}]}`, 1)
		if d := w.reg.Schemas(nil, nil); len(d) != 1 || d[0].Description != "new" {
			t.Errorf("declared %+v", d)
		}
	})
}
