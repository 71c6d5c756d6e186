package mcp_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
)

func emptyBody(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil }

// Waits between attempts double up to the limit.
func TestBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var at []string
		dial := func(context.Context, *mcp.Endpoint) (mcp.Link, error) {
			at = append(at, time.Since(start).String())
			return mcp.Link{}, errors.New("nobody is there")
		}
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		c := here
		c.Reconnect = mcp.ReconnectConfig{InitialDelayMs: 1000, MaxDelayMs: 5000, MaxAttempts: 5}
		w.install(c)
		time.Sleep(time.Hour)
		synctest.Wait()
		if diff := cmp.Diff([]string{"0s", "1s", "3s", "7s", "12s", "17s"}, at); diff != "" {
			t.Error(diff)
		}
		if st := w.server().Status(); st.State != mcp.StateFailed || !strings.Contains(st.Err.Error(), "nobody is there") {
			t.Errorf("status %+v", st)
		}
	})
}

// A connection that is not known to be gone is never joined by a second one: its
// server is given up.
func TestStuckConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plain, dials := scripted(basic(oneTool, die))
		dial := func(ctx context.Context, e *mcp.Endpoint) (mcp.Link, error) {
			link, err := plain(ctx, e)
			end := link.Close
			link.Close = func(ctx context.Context) error {
				return errors.Join(errors.New("the process goes on"), end(ctx))
			}
			return link, err
		}
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		wantCode(t, w.call("t", "{}"), mcp.CodeConnectionLost)
		time.Sleep(time.Hour)
		synctest.Wait()
		st := w.server().Status()
		if mcp.CodeOf(st.Err) != mcp.CodeStuck || st.State != mcp.StateFailed || *dials != 1 || len(w.names()) != 0 {
			t.Errorf("status %+v after %d dials, tools %v", st, *dials, w.names())
		}
	})
}

// A server that sends nothing but text is taken for no server, at once.
func TestFloodOfNonsense(t *testing.T) {
	dial, _ := scripted(basic(oneTool, func(s *script, _ request) any {
		// The client hangs up in between: then nobody reads the rest.
		go s.write(strings.Repeat("{\"jsonrpc\":\n", 5000))
		return nil
	}))
	w := newWorld(t, mcp.Options{Dial: dial})
	c := here
	c.Reconnect.Enabled = new(false)
	w.install(c)
	r := w.call("t", "{}")
	wantCode(t, r, mcp.CodeConnectionLost)
	if got := r.Failure().Message(); !strings.Contains(got, "no JSON-RPC message") {
		t.Errorf("got %s", got)
	}
}

// An answer that is no JSON is no answer: the call ends by its own budget, and the
// connection serves the next one.
func TestInvalidJSON(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mended atomic.Bool
		dial, dials := scripted(basic(oneTool, func(s *script, r request) any {
			if !mended.Load() {
				s.write(`{"jsonrpc":"2.0","id":1,"result":{"content":[}` + "\n")
				return nil
			}
			return answer("whole")(s, r)
		}))
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		wantCode(t, w.call("t", "{}"), mcp.CodeTimeout)
		mended.Store(true)
		if got := w.call("t", "{}").Content().Text(); got != "whole" || *dials != 1 {
			t.Errorf("got %q after %d dials", got, *dials)
		}
	})
}

// Tools that can only run as tasks are refused before the server hears of it, and
// a declared output that is missing is none.
func TestWhatIsNotCarriedOut(t *testing.T) {
	called := 0
	dial, _ := scripted(basic(`{"tools":[{"name":"task","execution":{"taskSupport":"required"}},`+
		`{"name":"typed",`+counts+`},{"name":"odd","inputSchema":{"type":"object"}}]}`,
		func(s *script, r request) any {
			called++
			return answer("text alone")(s, r)
		}))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	r := w.call("task", "{}")
	if !r.IsError() || called != 0 || !strings.Contains(r.Failure().Message(), "can only be run as a task") {
		t.Errorf("got %+v after %d calls", r.Failure(), called)
	}
	if r = w.call("typed", "{}"); r.Failure() == nil || r.Failure().Code() != tools.CodeInvalidOutput {
		t.Errorf("without structured content: %+v", r.Failure())
	}
	if r = w.call("odd", `[1]`); called != 1 || r.Failure() == nil || r.Failure().Code() != tools.CodeInvalidArgs {
		t.Errorf("arguments that are no object: %+v after %d calls", r.Failure(), called)
	}
}

// An outage begins with one warning; what nothing can mend is not tried again.
func TestOutagesAreTold(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config mcp.ServerConfig
		want   string
	}{
		{"nobody is there", here, "WARN INFO INFO INFO ERROR"},
		{"a variable is not set", mcp.ServerConfig{Command: "${NONE}"}, "ERROR"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said levels
				w := newWorld(t, mcp.Options{Logger: slog.New(&said), Dial: func(context.Context, *mcp.Endpoint) (mcp.Link, error) {
					return mcp.Link{}, errors.New("nobody is there")
				}})
				defer w.close()
				tt.config.Reconnect.MaxAttempts = 4
				w.install(tt.config)
				time.Sleep(time.Hour)
				synctest.Wait()
				if got := strings.Join(said.list, " "); got != tt.want {
					t.Errorf("told %s, want %s", got, tt.want)
				}
			})
		})
	}
}

// levels is a log of which only the levels are kept.
type levels struct{ list []string }

func (l *levels) Enabled(context.Context, slog.Level) bool { return true }
func (l *levels) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *levels) WithGroup(string) slog.Handler            { return l }
func (l *levels) Handle(_ context.Context, r slog.Record) error {
	l.list = append(l.list, r.Level.String())
	return nil
}
