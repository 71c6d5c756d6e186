package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/retry"
	"github.com/dsh-go/dsh/packages/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var errBusy = &tools.Error{Code: "BUSY", Message: "busy"}

func TestRuns(t *testing.T) {
	for _, tt := range []struct {
		name       string
		idempotent bool
		failures   int // before it succeeds
		err        error
		config     retry.Config
		runs       int
		want       string
	}{
		{"no failure", true, 0, errBusy, retry.Config{}, 1, "ok"},
		{"passes", true, 2, errBusy, retry.Config{}, 3, "ok"},
		{"plain failure passes", true, 1, errors.New("x"), retry.Config{}, 2, "ok"},
		{"does not pass", true, 9, errBusy, retry.Config{}, 3, "BUSY"},
		{"once only", true, 9, errBusy, retry.Config{MaxAttempts: 1}, 1, "BUSY"},
		{"not idempotent", false, 9, errBusy, retry.Config{}, 1, "BUSY"},
		{"excepted", true, 9, errBusy, retry.Config{Except: []string{"BUSY"}}, 1, "BUSY"},
		{"named", true, 1, errBusy, retry.Config{Tools: []string{"x", "t*"}}, 2, "ok"},
		{"not named", true, 9, errBusy, retry.Config{Tools: []string{"x", "tt*"}}, 1, "BUSY"},
		{"arguments stay invalid", true, 9, &tools.Error{Code: tools.CodeInvalidArgs, Message: "x"}, retry.Config{}, 1, "INVALID_ARGS"},
	} {
		synctest.Test(t, func(t *testing.T) {
			k := testkit.New(t)
			if err := retry.Install(k.Root, k.Registry, tt.config); err != nil {
				t.Fatal(err)
			}
			runs := 0
			d := testkit.Tool("t", func(_ context.Context, x *tools.Exec) (any, error) {
				x.DeferContext(testkit.Note("note"))
				if runs++; runs <= tt.failures {
					return nil, tt.err
				}
				return "ok", nil
			})
			d.Traits.Idempotent = tt.idempotent
			k.Register(d)
			r := k.Call(t.Context(), "t", "")
			if got := testkit.Status(r); got != tt.want || runs != tt.runs || len(r.Contexts()) != 1 {
				t.Errorf("%s: %s after %d runs, %d contexts", tt.name, got, runs, len(r.Contexts()))
			}
		})
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := testkit.New(t)
		if err := retry.Install(k.Root, k.Registry, retry.Config{InitialDelayMs: 60_000}); err != nil {
			t.Fatal(err)
		}
		d := testkit.Failing("t", errBusy)
		d.Traits.Idempotent = true
		k.Register(d)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if got := testkit.Status(k.Call(ctx, "t", "")); got != "BUSY" || time.Since(start) != time.Second {
			t.Errorf("%s after %v", got, time.Since(start))
		}
	})
}

func TestConfig(t *testing.T) {
	for _, c := range []retry.Config{{MaxAttempts: -1}, {InitialDelayMs: -1}, {InitialDelayMs: 10, MaxDelayMs: 5}} {
		if c.Validate() == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}
