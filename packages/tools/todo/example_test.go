package todo_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/todo"
)

var testArgs, _ = jsonvalue.ParseString(`{"todos": []}`)

func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	agents, _ := agent.New(nil)
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})
	parallel := false
	d, _ := todo.New(agents, todo.Config{AllowParallelInProgress: &parallel})
	registry.Register(root, d)

	log, _, _ := session.Open(ctx, session.NewMemory(session.Header{ID: "s-1"}), session.Options{})
	a, _ := agents.Create(ctx, agent.Spec{ID: "s-1", Scope: root, Log: log})
	registry.Execute(ctx, &tools.Batch{Agent: a.Identity(), Calls: []tools.RawCall{{
		CallID: "1", Name: todo.Name, Arguments: `{"todos": [{"content": "run the tests", "status": "in_progress"}]}`,
	}}})
	fmt.Println(todo.Current(log.History()))
	// Output: [{run the tests in_progress}]
}
