package timeout_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// mounted is a registry with the native executor, the policy and one tool.
func mounted(t testing.TB, budget time.Duration, body func(context.Context, *tools.Exec) (any, error)) *tools.Registry {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	root := scope.NewRoot("test")
	t.Cleanup(func() { must(t, root.Close(context.WithoutCancel(t.Context()))) })
	must(t, native.Mount(root, reg, native.Config{}))
	must(t, timeout.Install(root, reg))
	_, err = reg.Register(root, tools.Definition{
		Name: "probe", Description: "A test tool.", Timeout: budget, Execute: body,
		Output: tools.Output{Schema: jsonvalue.NewObject(), Render: func(_, v jsonvalue.Value) (llm.Content, error) {
			return llm.TextContent(v.Text()), nil
		}},
	})
	must(t, err)
	return reg
}

func call(t testing.TB, ctx context.Context, reg *tools.Registry) *tools.Result { //nolint:revive
	t.Helper()
	out, err := reg.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "probe"}}})
	must(t, err)
	return out.Outcomes[0].Result
}

// waits until it is cancelled, then answers with end.
func waits(end func(error) (any, error)) func(context.Context, *tools.Exec) (any, error) {
	return func(ctx context.Context, x *tools.Exec) (any, error) {
		x.DeferContext(llm.Message{Role: llm.RoleUser, Content: llm.TextContent("note")})
		<-ctx.Done()
		return end(ctx.Err())
	}
}

func TestPolicy(t *testing.T) {
	own := &tools.Error{Name: "ProviderError", Code: "PROVIDER_ABORTED", Message: "provider gave up"}
	succeed := func(error) (any, error) { return "late", nil }
	report := func(err error) (any, error) { return nil, err }
	coded := func(error) (any, error) { return nil, own }
	for _, tt := range []struct {
		name           string
		budget, cancel time.Duration
		end            func(error) (any, error)
		want           tools.Code
	}{
		{"a late success is a timeout", 100 * time.Millisecond, time.Hour, succeed, timeout.CodeTimeout},
		{"the context's own error is a timeout", 100 * time.Millisecond, time.Hour, report, timeout.CodeTimeout},
		{"a provider's abort error is a timeout", 100 * time.Millisecond, time.Hour, coded, timeout.CodeTimeout},
		{"the caller first: a late success is aborted", time.Hour, 50 * time.Millisecond, succeed, tools.CodeAborted},
		{"the caller first: the tool's error stands", time.Hour, 50 * time.Millisecond, coded, "PROVIDER_ABORTED"},
		{"no budget: nothing is enforced", 0, 50 * time.Millisecond, report, tools.CodeAborted},
		{"too long a budget fails the call", timeout.MaxDelay + 1, time.Hour, succeed, "TIMEOUT_TOO_LONG"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reg := mounted(t, tt.budget, waits(tt.end))
				ctx, stop := context.WithTimeout(t.Context(), tt.cancel)
				defer stop()
				if r := call(t, ctx, reg); !r.IsError() || r.Failure().Code() != tt.want {
					t.Errorf("got %+v, want code %s", r.Failure(), tt.want)
				}
			})
		})
	}
}

func TestTimeoutKeepsWhatTheBodyDeferred(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := mounted(t, 15*time.Millisecond, waits(func(err error) (any, error) { return nil, err }))
		r := call(t, t.Context(), reg)
		if r.Failure().Message() != "tool call timed out after 15ms" || len(r.Contexts()) != 1 {
			t.Errorf("got %q with %d contexts, want the timeout with 1", r.Failure().Message(), len(r.Contexts()))
		}
	})
}

// Two policies, the outer one with the shorter deadline: its expiry is not
// taken for the inner one's.
func TestNestedDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := mounted(t, time.Hour, waits(func(err error) (any, error) { return nil, err }))
		must(t, reg.Events.Execute.On(scope.NewRoot("outer"), func(
			ctx context.Context, _ *tools.Call, next event.Next[*tools.Call, *tools.Result],
		) (*tools.Result, error) {
			limited, cancel, err := timeout.Deadline(ctx, time.Second, "OUTER")
			if err != nil {
				return nil, err
			}
			defer cancel()
			return next.Do(limited)
		}, event.Front()))
		if r := call(t, t.Context(), reg); r.Failure().Code() != tools.CodeAborted {
			t.Errorf("got %+v, want ABORTED: the inner budget has not run out", r.Failure())
		}
	})
}

func TestClamp(t *testing.T) {
	ms := func(f float64) *float64 { return &f }
	for _, tt := range []struct {
		name       string
		request    *float64
		def, limit time.Duration
		want       time.Duration
		refused    bool
	}{
		{"default", nil, 2 * time.Second, 10 * time.Second, 2 * time.Second, false},
		{"the limit lowers the default", nil, 20 * time.Second, 10 * time.Second, 10 * time.Second, false},
		{"a hint under the limit", ms(5000), 2 * time.Second, 10 * time.Second, 5 * time.Second, false},
		{"a hint over the limit", ms(1e300), 2 * time.Second, 10 * time.Second, 10 * time.Second, false},
		{"a fraction", ms(0.5), time.Second, time.Second, 500 * time.Microsecond, false},
		{"zero", ms(0), time.Second, time.Second, 0, true},
		{"negative", ms(-1), time.Second, time.Second, 0, true},
		{"not a number", ms(math.NaN()), time.Second, time.Second, 0, true},
		{"infinite", ms(math.Inf(1)), time.Second, time.Second, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := timeout.Clamp(tt.request, tt.def, tt.limit)
			if got != tt.want || (err != nil) != tt.refused {
				t.Errorf("got %v, %v; want %v, refused %v", got, err, tt.want, tt.refused)
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	for _, tt := range []struct {
		name            string
		after, upstream time.Duration
		wantAt          time.Duration
		ours            bool
	}{
		{"ours first", 100 * time.Millisecond, 150 * time.Millisecond, 100 * time.Millisecond, true},
		{"upstream first", 100 * time.Millisecond, 50 * time.Millisecond, 50 * time.Millisecond, false},
		{"no timer", 0, 30 * time.Millisecond, 30 * time.Millisecond, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				up, stop := context.WithTimeout(t.Context(), tt.upstream)
				defer stop()
				ctx, cancel, err := timeout.Deadline(up, tt.after, "X")
				must(t, err)
				defer cancel()
				<-ctx.Done()
				if at := time.Since(start); at != tt.wantAt {
					t.Errorf("ended after %v, want %v", at, tt.wantAt)
				}
				<-up.Done() // the first cause stays
				if e, ok := timeout.Of(ctx, "X"); ok != tt.ours || ok && e.Code != "X" {
					t.Errorf("own expiry: %v, want %v", ok, tt.ours)
				}
				if _, ok := timeout.Of(ctx, "Y"); ok {
					t.Error("another owner's code matched")
				}
			})
		})
	}
	var refused *timeout.Error
	if _, _, err := timeout.Deadline(t.Context(), timeout.MaxDelay+1, "X"); !errors.As(err, &refused) || refused.Code != timeout.CodeTooLong {
		t.Errorf("got %v, want TIMEOUT_TOO_LONG", err)
	}
}

func TestWatchdog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, dog, cancel := timeout.Watch(t.Context(), time.Second, "IDLE")
		defer cancel()
		for range 3 {
			time.Sleep(900 * time.Millisecond) // virtual time
			dog.Heard()
		}
		<-ctx.Done()
		if at := time.Since(start); at != 3700*time.Millisecond {
			t.Errorf("ended after %v, want 3.7s", at)
		}
		if e, ok := timeout.Of(ctx, "IDLE"); !ok || e.After != time.Second {
			t.Errorf("got %v %v, want the idle expiry", e, ok)
		}
	})
}
