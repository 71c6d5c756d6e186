package coderuntime_test

import (
	"context"
	"errors"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// settle calls a member of a namespace and waits for its outcome.
func settle(n coderuntime.Namespace, member string) coderuntime.Outcome {
	done := make(chan coderuntime.Outcome, 1)
	n.Invoke(coderuntime.NewCall(coderuntime.CallParams{Global: n.Global, Member: member,
		Argument: `{"a":1}`, Deliver: func(o coderuntime.Outcome) { done <- o }}))
	return <-done
}

func TestHost(t *testing.T) {
	t.Parallel()
	h := coderuntime.NewHost(t.Context())
	defer h.Close()
	n := h.Namespace("tools", map[string]coderuntime.Function{
		"echo": func(_ context.Context, argument string) (string, error) { return argument, nil },
		"fail": func(context.Context, string) (string, error) { return "", errors.New("no") },
		"lossy": func(context.Context, string) (string, error) {
			return `{"a":[-0]}`, nil
		},
		"panic": func(context.Context, string) (string, error) { panic("oops") },
	}, "echo", "fail", "lossy", "panic", "none")
	want := map[string]coderuntime.Outcome{
		"echo": {OK: true, Text: `{"a":1}`},
		"fail": {Text: "no"},
		"lossy": {Text: "the result of lossy is not lossless JSON: negative zero is not JSON data " +
			"at $.a[0]"},
		"panic": {Text: "panic panicked: oops"},
		"none":  {Text: "none has no function"},
	}
	for member, outcome := range want {
		if have := settle(n, member); have != outcome {
			t.Errorf("%s gives %+v, want %+v", member, have, outcome)
		}
	}
}

func TestCallSettlesOnce(t *testing.T) {
	t.Parallel()
	delivered := 0
	c := coderuntime.NewCall(coderuntime.CallParams{Global: "tools", Member: "m", Argument: "null",
		Deliver: func(coderuntime.Outcome) { delivered++ }})
	if !c.Resolve("1") || c.Reject("late") || c.Resolve("2") || delivered != 1 {
		t.Errorf("delivered %d times", delivered)
	}
	if c.Global() != "tools" || c.Member() != "m" || c.Argument() != "null" {
		t.Error("the call lost its parts")
	}
}
