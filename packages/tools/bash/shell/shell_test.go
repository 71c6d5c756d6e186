package shell_test

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

func TestMillis(t *testing.T) {
	for m, want := range map[shell.Millis]string{400: "400", 0.5: "0.5", 1e6: "1000000"} {
		if m.String() != want || !m.Valid() {
			t.Errorf("%v reads %q", float64(m), m)
		}
	}
	if shell.Millis(1e-9).Duration() != 1 || shell.Millis(2).Duration() != 2*time.Millisecond {
		t.Error("durations")
	}
	for _, m := range []shell.Millis{0, -1, shell.Millis(math.NaN()), shell.Millis(math.Inf(1))} {
		if m.Valid() {
			t.Errorf("%v is valid", float64(m))
		}
	}
}

// confining is an executor that confines, or says it does.
type confining struct {
	shell.Executor
	policy sandbox.Policy
}

func (c confining) Policy() sandbox.Policy { return c.policy }
func (c confining) Report() sandbox.Report { return sandbox.Report{} }

func TestPolicyOfACall(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := shell.NewService(reg)
	if _, ok := s.Policy(struct{ shell.Executor }{}, nil); ok {
		t.Error("an executor that cannot confine confines")
	}
	if _, ok := s.Policy(confining{}, nil); ok {
		t.Error("an executor without a mode confines")
	}
	e := confining{policy: sandbox.Policy{Mode: sandbox.ReadOnly, Root: "/configured"}}
	if p, ok := s.Policy(e, nil); !ok || p.Root != "/configured" {
		t.Errorf("policy %+v", p)
	}
	if p, _ := s.Policy(e, &tools.Agent{ID: "a", Dir: "/agent"}); p.Root != "/agent" ||
		p.Mode != sandbox.ReadOnly {
		t.Errorf("policy %+v", p)
	}
	if _, ok := s.Executor(nil); ok {
		t.Error("an executor out of nowhere")
	}
	root := scope.NewRoot("test")
	defer root.Close(t.Context())
	if _, err := s.Executors.Provide(root, e); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.Executor(nil); !ok || got.(confining).policy.Root != "/configured" {
		t.Error("the executor is not found")
	}
	if _, ok := s.Approver(nil); ok {
		t.Error("an approver out of nowhere")
	}
}

func TestErrorsHaveCodes(t *testing.T) {
	cause := errors.New("cause")
	err := fmt.Errorf("around: %w", &shell.Error{Code: shell.CodeClosed, Message: "m", Err: cause})
	if shell.CodeOf(err) != shell.CodeClosed || !errors.Is(err, cause) ||
		err.Error() != "around: m: cause" || shell.CodeOf(cause) != "" {
		t.Errorf("error %v", err)
	}
}

func ExampleClamp() {
	hint := shell.Millis(10_000_000)
	limit, err := shell.Clamp(&hint, 120_000, 600_000)
	fmt.Println(limit, err)
	// Output: 600000 <nil>
}
