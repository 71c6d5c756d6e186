package runtimetest

import (
	"context"
	"errors"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// Open gives a runtime with the budgets, zero fields at their defaults. It
// arranges for the runtime to be closed when the test ends, and fails the
// test when it cannot give one.
type Open func(t *testing.T, budgets coderuntime.Budgets) coderuntime.Runtime

// Test tries a provider of TypeScript on the rules of the seam, one subtest
// for each. It needs some seconds.
func Test(t *testing.T, open Open) {
	t.Helper()
	suite := []struct {
		name, why string
		run       func(*testing.T, Open)
	}{
		{"Descriptors", "P1: the two descriptors are read-only text", descriptors},
		{"Outcomes", "P4, P26: values, failures and logs are what the program made", outcomes},
		{"Misuse", "P6: misuse is an error, before anything else is looked at", misuse},
		{"Members", "P7, P40: any text is a member name, and members cannot be changed", members},
		{"Calls", "P56-P66: arguments and outcomes of calls cross without loss", calls},
		{"Classless", "P70: rejections of a namespace without a class are plain errors", classless},
		{"Order", "P71: calls reach the host in the order they were made", order},
		{"Concurrent", "P8: runs in flight at once do not see each other", concurrent},
		{"Isolated", "P8, T9: nothing of a run is left for the next", isolated},
		{"Cancel", "P10: cancelling stops a program hard and says why", cancelled},
		{"Budgets", "P19-P22: budgets end a program and run none of its code after", budgets},
		{"Output", "P97-P100: the ledger is exact and cannot be swallowed", output},
		{"Drivers", "a driver answers while the program waits for calls alone", drivers},
		{"Late", "P11, P12: outcomes after the end are dropped", late},
		{"Close", "P9: closing ends runs in flight and refuses new ones", closing},
	}
	for _, s := range suite {
		t.Run(s.name, func(t *testing.T) {
			t.Log(s.why)
			s.run(t, open)
		})
	}
}

// run runs a program with a namespace whose calls are answered at once.
func run(t *testing.T, rt coderuntime.Runtime, program string) coderuntime.Result {
	t.Helper()
	result, err := rt.Run(t.Context(), coderuntime.Request{Program: program,
		Namespaces: []coderuntime.Namespace{tools()}})
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return result
}

// tools answers at once: fail with a failure, lossy with a value that cannot
// cross, everything else with its argument.
func tools() coderuntime.Namespace {
	return coderuntime.Namespace{
		Global:     "tools",
		Members:    []string{"echo", "fail", "lossy", "__proto__", "constructor", "", "ä.b"},
		ErrorClass: &coderuntime.ErrorClass{Name: "ToolCallError", MemberNameProperty: "toolName"},
		Invoke: func(c *coderuntime.Call) {
			switch c.Member() {
			case "fail":
				c.Reject("it failed")
			case "lossy":
				c.Resolve("-0")
			default:
				c.Resolve(c.Argument())
			}
		},
	}
}

// wantValue fails the test unless the result has exactly this value.
func wantValue(t *testing.T, program string, have coderuntime.Result, want string) {
	t.Helper()
	if have.Failure != nil {
		t.Errorf("%s\nfailed (%s): %s", program, have.Failure.Kind, have.Failure.Message)
	} else if have.Value != want {
		t.Errorf("%s\nvalue %s, want %s", program, have.Value, want)
	}
}

// wantKind fails the test unless the run failed in this way.
func wantKind(t *testing.T, program string, have coderuntime.Result, want coderuntime.Kind) {
	t.Helper()
	switch {
	case have.Failure == nil:
		t.Errorf("%s\nsucceeded with %s, want %s", program, have.Value, want)
	case have.Failure.Kind != want:
		t.Errorf("%s\nfailed (%s): %s, want %s", program, have.Failure.Kind, have.Failure.Message,
			want)
	case have.Value != "":
		t.Errorf("%s\nfailed and has a value", program)
	}
}

// within bounds what must not take long, generously.
func within(t *testing.T, f func(ctx context.Context)) {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(t.Context(), 30*time.Second, errors.New("too slow"))
	defer cancel()
	f(ctx)
	if ctx.Err() != nil {
		t.Error(context.Cause(ctx))
	}
}
