package scopetest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/scope/scopetest"
)

func ExampleJournal() {
	ctx := context.Background()
	s := scope.NewRoot("test")
	var j scopetest.Journal
	_, _ = s.Defer("a", j.Undo("a is gone"))
	_, _ = s.Defer("b", j.Undo("b is gone"))
	_ = s.Close(ctx)
	fmt.Println(j.Lines())
	// Output: [b is gone a is gone]
}

func ExampleCleanup() {
	var left event.Notice[string]
	test := func(t *testing.T) {
		scopetest.Cleanup(t, func(s *scope.Scope) error {
			return left.On(s, func(context.Context, string) error { return nil })
		}, &left)
	}
	_ = test // go test runs it
}
