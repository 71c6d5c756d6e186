package timeout_test

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// A declared budget is enforced once the policy is installed.
func Example() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(context.Background())
	native.Mount(root, registry, native.Config{})
	timeout.Install(root, registry)
	slow, _ := tools.Define(tools.Tool[struct{}, string]{
		Name: "slow", Description: "Takes its time.", Timeout: time.Millisecond,
		Execute: func(ctx context.Context, _ *tools.Exec, _ struct{}) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		},
	})
	registry.Register(root, slow)
	done, _ := registry.Execute(context.Background(), &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "slow"}}})
	fmt.Println(done.Outcomes[0].Result.Failure().Message())
	// Output: tool call timed out after 1ms
}
