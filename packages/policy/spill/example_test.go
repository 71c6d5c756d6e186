package spill_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
)

// archive is a store that keeps nothing.
type archive struct{}

func (archive) SaveText(_ context.Context, t spill.Text) (spill.Saved, error) {
	return spill.Saved{Locator: "archive:1", Bytes: len(t.Content), RetrievalHint: "Ask the archive."}, nil
}

func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})

	stores, limit := new(spill.Stores), 100
	stores.Provide(root, archive{})
	policy, _ := spill.New(stores, spill.Config{MaxInlineBytes: &limit}, nil)
	policy.Install(root, registry)

	count, _ := tools.Define(tools.Tool[struct{}, string]{
		Name: "count", Description: "Counts.",
		Execute: func(context.Context, *tools.Exec, struct{}) (string, error) {
			return strings.Repeat("0123456789", 100), nil
		},
	})
	registry.Register(root, count)
	agent, _ := root.Keyed("agent", nil)
	done, _ := registry.Execute(ctx, &tools.Batch{
		Agent: &tools.Agent{ID: "s-1", Key: agent.Key()},
		Calls: []tools.RawCall{{CallID: "1", Name: "count"}},
	})
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	// Output:
	// 01234
	// [...]
	// 6789
	//
	// (Omitted 991 bytes. Full formatted result stored at: archive:1. Ask the archive.)
}
