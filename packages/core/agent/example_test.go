package agent_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
)

func Example() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	agents, _ := agent.New(nil)
	log, _, _ := session.Open(ctx, session.NewMemory(session.Header{ID: "s-1"}), session.Options{})
	defer log.Close(ctx)

	a, _ := agents.Create(ctx, agent.Spec{ID: "s-1", Scope: root, Log: log})
	a.Inbox().Post(llm.UserMessage("make the tests pass"))
	fmt.Println(len(agents.All()), a.Inbox().Len())
	a.Close(ctx)
	fmt.Println(len(agents.All()))
	// Output:
	// 1 1
	// 0
}
