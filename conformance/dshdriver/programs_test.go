package dshdriver_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// approver allows what asks for "yes".
type approver struct{}

func (approver) Approve(_ context.Context, r tools.ApprovalRequest) (tools.Approval, error) {
	v, _ := r.Call.Arguments().Get("say")
	if s, _ := v.AsString(); s == "yes" {
		return tools.ApprovalAllowedOnce, nil
	}
	return tools.ApprovalRejected, nil
}

// recorder keeps the order of what a run leaves behind.
type recorder struct {
	mu              sync.Mutex
	starts, settled []string
}

func (r *recorder) RecordCall(context.Context, tools.CallRecord) (uint64, error) { return 1, nil }
func (r *recorder) RecordResult(context.Context, tools.ResultRecord) error       { return nil }
func (r *recorder) RecordSubcallStart(_ context.Context, c tools.SubcallRecord) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.starts = append(r.starts, c.CallID)
	return nil
}
func (r *recorder) RecordSubcallSettle(_ context.Context, c tools.SubcallRecord) error {
	line := "ok"
	if c.IsError {
		line = "error"
	}
	if c.Info != nil {
		line += " " + string(c.Info.Code)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.settled = append(r.settled, line)
	return nil
}

// The policies that a host has decide about the calls of a program as about native
// ones: a budget ends them, a person is asked, each leaves its records (P83).
func TestPoliciesOfPrograms(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	reg, err := tools.New(tools.Options{})
	must(err)
	root := scope.NewRoot("programs")
	defer func() { must(root.Close(context.WithoutCancel(t.Context()))) }()
	runtime, err := quickjs.New(quickjs.Config{})
	must(err)
	defer func() { must(runtime.Close(context.WithoutCancel(t.Context()))) }()
	runtimes := &ptc.Runtimes{}
	_, err = runtimes.Provide(root, coderuntime.Runtime(runtime))
	must(err)
	_, err = ptc.Mount(root, ptc.Services{Registry: reg, Runtimes: runtimes}, ptc.Config{})
	must(err)
	must(timeout.Install(root, reg))
	_, err = reg.ProvideApprover(root, approver{})
	must(err)
	must(reg.Events.PreExecute.On(root, func(ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
		if c.Name() == "asks" {
			return tools.Ask("sure?"), nil
		}
		return next.Do(ctx)
	}))
	type said struct {
		Say string `json:"say,omitempty"`
	}
	for name, body := range map[string]func(context.Context, *tools.Exec, said) (string, error){
		"asks": func(_ context.Context, _ *tools.Exec, in said) (string, error) { return "did " + in.Say, nil },
		"slow": func(ctx context.Context, _ *tools.Exec, _ said) (string, error) {
			<-ctx.Done()
			return "", context.Cause(ctx)
		},
	} {
		tool := tools.Tool[said, string]{Name: name, Description: name, Execute: body}
		if name == "slow" {
			tool.Timeout = 20 * time.Millisecond
		}
		d, err := tools.Define(tool)
		must(err)
		_, err = reg.Register(root, d)
		must(err)
	}
	s, err := root.Keyed("agent", nil)
	must(err)
	program := `const message = (e) => e.message;
return [await tools.asks({ say: "yes" }), await tools.asks({ say: "no" }).catch(message), await tools.slow({}).catch(message)]`
	arguments := jsonvalue.NewObject(
		jsonvalue.Member{Name: "code", Value: jsonvalue.String(program)},
		jsonvalue.Member{Name: "description", Value: jsonvalue.String("asks and waits")},
	)
	records := &recorder{}
	out, err := reg.Execute(t.Context(), &tools.Batch{
		Agent: &tools.Agent{ID: "agent", Key: s.Key()}, Recorder: records,
		Calls: []tools.RawCall{{CallID: "p", Name: tools.ReservedName, Arguments: arguments.Text()}},
	})
	must(err)
	if f := out.Outcomes[0].Result.Failure(); f != nil {
		t.Fatal(f)
	}
	result, _ := out.Outcomes[0].Result.Value().Get("result")
	want := `["did yes","the user rejected tool \"asks\"","tool call timed out after 20ms"]`
	if result.Text() != want {
		t.Errorf("the program saw %s, want %s", result.Text(), want)
	}
	const wantRecords = "p:code:1 p:code:2 p:code:3 ok|error|error TOOL_TIMEOUT"
	if got := strings.Join(records.starts, " ") + " " + strings.Join(records.settled, "|"); got != wantRecords {
		t.Errorf("records %s, want %s", got, wantRecords)
	}
}
