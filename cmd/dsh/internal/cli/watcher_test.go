package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type nothing struct{}

// The counter on a terminal counts the calls of a program, not the program, and
// gives its line up to what else is written.
func TestCounter(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := scope.NewRoot("test")
	defer func() {
		if err := root.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	if err := native.Mount(root, reg, native.Config{}); err != nil {
		t.Fatal(err)
	}
	register := func(name string, body func(context.Context, *tools.Exec, nothing) (string, error)) {
		tool, err := tools.Define(tools.Tool[nothing, string]{Name: name, Description: name, Execute: body})
		if err == nil {
			_, err = reg.Register(root, tool)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	register("inner", func(context.Context, *tools.Exec, nothing) (string, error) { return "v", nil })
	register("outer", func(ctx context.Context, x *tools.Exec, _ nothing) (string, error) {
		x.Nested().Call(ctx, tools.Invocation{CallID: "in1", Name: "inner"})
		x.Nested().Call(ctx, tools.Invocation{CallID: "in2", Name: "inner"})
		return "v", nil
	})
	const clear = "\r\x1b[K"
	for _, trace := range []bool{false, true} {
		var out bytes.Buffer
		w := &watcher{out: &out, terminal: true, trace: trace, stages: map[*tools.Call][]tools.Stage{}}
		if _, err := reg.Execute(t.Context(), &tools.Batch{Trace: w.see, Calls: []tools.RawCall{{CallID: "out", Name: "outer"}}}); err != nil {
			t.Fatal(err)
		}
		w.stop()
		var shown []string
		for line := range strings.SplitSeq(out.String(), "\n") {
			for part := range strings.SplitSeq(line, clear) {
				if part != "" {
					name, _, _ := strings.Cut(part, `,"name"`)
					shown = append(shown, name)
				}
			}
		}
		want := "1 calls started, 1 running, 0 done|1 calls started, 0 running, 1 done|" +
			"2 calls started, 1 running, 1 done|2 calls started, 0 running, 2 done"
		if trace {
			want = `1 calls started, 1 running, 0 done|{"callId":"in1"|1 calls started, 0 running, 1 done|` +
				`2 calls started, 1 running, 1 done|{"callId":"in2"|2 calls started, 0 running, 2 done|{"callId":"out"`
		}
		if got := strings.Join(shown, "|"); got != want {
			t.Errorf("trace %v: shown\n%s\nwant\n%s", trace, got, want)
		}
		if !strings.HasSuffix(out.String(), clear) {
			t.Errorf("the counter stays: %q", out.String())
		}
	}
}
