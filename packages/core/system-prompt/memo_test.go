package systemprompt_test

import (
	"context"
	"fmt"
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

// What was worked out for one assembly serves the next only when it is the same.
func TestChangesAreNotMissed(t *testing.T) {
	b := newBench(t, systemprompt.Config{})
	n, names := 0, [][]string{{"b", "a"}, {"b", "a"}, {"a", "b"}, {"b", "c"}, {"b"}, {}, {"b", "a"}}
	b.section(b.root, section{Name: "s", Make: making(func() (string, error) {
		return fmt.Sprint("round ", n/2), nil
	})})
	_, err := b.AddTools(t.Context(), b.root, func(context.Context, *systemprompt.Input) (systemprompt.Toolbox, error) {
		return systemprompt.Toolbox{Tools: declare(names[n]...)}, nil
	})
	check(t, err)
	for ; n < len(names); n++ {
		a := b.assemble()
		if want := fmt.Sprint("round ", n/2); a.System != want {
			t.Errorf("%d: the prompt is %q, want %q", n, a.System, want)
		}
		if len(a.Tools) != len(names[n]) {
			t.Fatalf("%d: %d tools, want %d", n, len(a.Tools), len(names[n]))
		}
		for i := 1; i < len(a.Tools); i++ {
			if a.Tools[i-1].Name >= a.Tools[i].Name {
				t.Errorf("%d: the tools are %+v", n, a.Tools)
			}
		}
	}
}
