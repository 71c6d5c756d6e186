package approval_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/google/go-cmp/cmp"
)

const asked = "asked risky call-1 it is risky"

func TestOutcomes(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config approval.Config
		listen func(*world)
		status string
		text   string
		audit  string
	}{
		{"allowed", approval.Config{}, func(w *world) { w.answers(tools.ApprovalAllowedOnce) },
			"ok", "done", "allowed-once"},
		{"rejected", approval.Config{}, func(w *world) { w.answers(tools.ApprovalRejected) },
			"error", "the user rejected", "rejected"},
		{"withdrawn", approval.Config{}, func(w *world) { w.answers(tools.ApprovalCancelled) },
			"error", "was cancelled", "cancelled"},
		{"nobody", approval.Config{}, func(*world) {}, "error", "no approval channel", "unavailable"},
		{"nonsense", approval.Config{}, func(w *world) { w.answers(tools.Approval(99)) },
			"error", "no approval channel", "unavailable"},
		{"failing answerer", approval.Config{}, func(w *world) {
			must(w, w.service.Answers(w.Root, func(context.Context, *approval.Request) (tools.Approval, error) {
				return tools.ApprovalAllowedOnce, errors.New("no display")
			}))
		}, "error", "no approval channel", "unavailable"},
		{"panicking answerer", approval.Config{}, func(w *world) {
			must(w, w.service.Answers(w.Root, func(context.Context, *approval.Request) (tools.Approval, error) {
				panic("no display")
			}))
		}, "error", "no approval channel", "unavailable"},
		{"the first that answers", approval.Config{}, func(w *world) {
			w.answers(tools.ApprovalUnavailable)
			w.answers(tools.ApprovalAllowedOnce)
		}, "ok", "done", "allowed-once"},
		{"never", approval.Config{Policy: approval.PolicyNever}, func(w *world) {
			n := w.answers(tools.ApprovalAllowedOnce)
			w.Cleanup(func() {
				if *n > 0 {
					w.Error("an answerer was asked under never")
				}
			})
		}, "error", "the user rejected", "rejected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.config)
			tt.listen(w)
			r := w.call(t.Context(), w.agent)
			if got := testkit.Status(r); got != tt.status || !strings.Contains(r.Content().Text(), tt.text) {
				t.Errorf("%s: %s", got, r.Content().Text())
			}
			if diff := cmp.Diff([]string{asked, "decided " + tt.audit}, audit(w.agent)); diff != "" {
				t.Error(diff)
			}
			if want := map[bool]int{true: 1}[tt.status == "ok"]; w.ran != want {
				t.Errorf("the body ran %d times, want %d", w.ran, want)
			}
		})
	}
}

// A grant covers one call: the next one is asked again.
func TestNothingIsRemembered(t *testing.T) {
	w := newWorld(t, approval.Config{})
	n := w.answers(tools.ApprovalAllowedOnce)
	w.call(t.Context(), w.agent)
	w.call(t.Context(), w.agent)
	if *n != 2 {
		t.Errorf("asked %d times for two calls", *n)
	}
}

// The call ends at its cancellation although the answerer does not, and what the
// answerer says later changes nothing.
func TestCancellationWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, approval.Config{})
		late := make(chan struct{})
		must(t, w.service.Answers(w.Root, func(context.Context, *approval.Request) (tools.Approval, error) {
			<-late
			return tools.ApprovalAllowedOnce, nil
		}))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan *tools.Result)
		go func() { done <- w.call(ctx, w.agent) }()
		synctest.Wait()
		cancel()
		if got := testkit.Status(<-done); got != string(tools.CodeAbortedBeforeDispatch) || w.ran > 0 {
			t.Errorf("got %s, ran %d", got, w.ran)
		}
		close(late)
		synctest.Wait()
		if diff := cmp.Diff([]string{asked, "decided cancelled"}, audit(w.agent)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestExpiry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, approval.Config{TimeoutMs: 5000})
		var desk approval.Desk
		must(t, w.service.Answers(w.Root, desk.Ask))
		start := time.Now()
		r := w.call(t.Context(), w.agent)
		if testkit.Status(r) != string(approval.CodeExpired) || time.Since(start) != 5*time.Second {
			t.Errorf("after %v: %v", time.Since(start), r.Failure())
		}
		if diff := cmp.Diff([]string{asked, "decided expired"}, audit(w.agent)); diff != "" {
			t.Error(diff)
		}
		synctest.Wait()
		if n := len(desk.Open()); n > 0 {
			t.Errorf("%d questions are left on the desk", n)
		}
	})
}

func TestOutsideATurn(t *testing.T) {
	w := newWorld(t, approval.Config{})
	w.answers(tools.ApprovalAllowedOnce)
	_, err := w.agent.Log().EndTurn(t.Context(), "completed", "")
	must(t, err)
	if r := w.call(t.Context(), w.agent); testkit.Status(r) != string(approval.CodeNoTurn) {
		t.Errorf("got %v", r.Failure())
	}
}

func TestAgentWithoutASession(t *testing.T) {
	w := newWorld(t, approval.Config{})
	w.answers(tools.ApprovalAllowedOnce)
	plain, _ := w.Kit.Agent("plain", nil)
	r := w.Run(t.Context(), &tools.Batch{Agent: plain, Calls: testkit.Calls("risky")}).Outcomes[0].Result
	if r.IsError() {
		t.Errorf("got %v", r.Failure())
	}
}

func TestPolicyOfTheSession(t *testing.T) {
	w := newWorld(t, approval.Config{})
	w.answers(tools.ApprovalAllowedOnce)
	must(t, w.service.SetPolicy(t.Context(), w.agent, approval.PolicyNever))
	if notices := w.agent.Inbox().Claim(); len(notices) != 1 || notices[0].Source.Name != approval.PluginName {
		t.Errorf("notices %v", notices)
	}
	if r := w.call(t.Context(), w.agent); !r.IsError() {
		t.Error("allowed under never")
	}
	must(t, w.service.SetPolicy(t.Context(), w.agent, approval.PolicyAsk))
	if r := w.call(t.Context(), w.agent); r.IsError() {
		t.Errorf("refused under ask: %v", r.Failure())
	}
	if err := w.service.SetPolicy(t.Context(), w.agent, "always"); approval.CodeOf(err) != approval.CodeConfig {
		t.Errorf("unknown policy: %v", err)
	}
}

func TestDelegatedAgentIsPinned(t *testing.T) {
	w := newWorld(t, approval.Config{})
	n := w.answers(tools.ApprovalAllowedOnce)
	child := w.newAgent("s-1/1", w.agent)
	if r := w.call(t.Context(), child); !r.IsError() || *n > 0 {
		t.Errorf("asked %d times: %v", *n, r.Failure())
	}
	if got := audit(child); len(got) != 3 || got[0] != "policy never delegation" {
		t.Errorf("audit %v", got)
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []approval.Config{{Policy: "always"}, {TimeoutMs: -1}} {
		if err := c.Validate(); approval.CodeOf(err) != approval.CodeConfig {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
