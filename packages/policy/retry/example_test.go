package retry_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/retry"
)

func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})
	retry.Install(root, registry, retry.Config{InitialDelayMs: 1})
	runs := 0
	look, _ := tools.Define(tools.Tool[struct{}, string]{
		Name: "look", Description: "Looks something up.", Traits: tools.Traits{Idempotent: true},
		Execute: func(context.Context, *tools.Exec, struct{}) (string, error) {
			if runs++; runs < 3 {
				return "", errors.New("busy")
			}
			return "found", nil
		},
	})
	registry.Register(root, look)
	done, _ := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "look"}}})
	fmt.Println(done.Outcomes[0].Result.Content().Text(), runs)
	// Output: found 3
}
