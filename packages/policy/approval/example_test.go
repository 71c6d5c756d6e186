package approval_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// A programmatic answerer: it allows calls by their arguments.
func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	agents, _ := agent.New(nil)
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})
	registry.Events.PreExecute.On(root, func(
		context.Context, *tools.Call, event.Next[*tools.Call, tools.Decision],
	) (tools.Decision, error) {
		return tools.Ask("everything is asked here"), nil
	})
	remove, _ := tools.Define(tools.Tool[struct{ Path string }, string]{
		Name: "remove", Description: "Removes a file.",
		Execute: func(context.Context, *tools.Exec, struct{ Path string }) (string, error) { return "removed", nil },
	})
	registry.Register(root, remove)

	service, _ := approval.New(agents, nil)
	service.Mount(root, registry, approval.Config{})
	service.Answers(root, func(_ context.Context, q *approval.Request) (tools.Approval, error) {
		if path, _ := q.Call.Arguments().Get("Path"); path.Text() == `"tmp.txt"` {
			return tools.ApprovalAllowedOnce, nil
		}
		return tools.ApprovalRejected, nil
	})

	own, _ := root.Keyed("agent", nil)
	done, _ := registry.Execute(ctx, &tools.Batch{
		Agent: &tools.Agent{ID: "s-1", Key: own.Key()},
		Calls: []tools.RawCall{
			{CallID: "1", Name: "remove", Arguments: `{"Path": "tmp.txt"}`},
			{CallID: "2", Name: "remove", Arguments: `{"Path": "main.go"}`},
		},
	})
	for _, o := range done.Outcomes {
		fmt.Println(o.Result.Content().Text())
	}
	// Output:
	// removed
	// Error: the user rejected tool "remove"
}
