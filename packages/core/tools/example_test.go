package tools_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type greetIn struct {
	Name string `json:"name" description:"whom to greet"`
}

// A tool is one struct in, one value out, one function.
func Example() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(context.Background())
	greet, _ := tools.Define(tools.Tool[greetIn, string]{
		Name: "greet", Description: "Greets somebody.",
		Execute: func(_ context.Context, _ *tools.Exec, in greetIn) (string, error) {
			return "Hello, " + in.Name + "!", nil
		},
	})
	registry.Register(root, greet)
	registry.Mount(root, pool{registry})
	batch := &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: "greet", Arguments: `{"name": "Ada"}`},
		{CallID: "2", Name: "greet", Arguments: `{"name": 7}`},
	}}
	done, _ := registry.Execute(context.Background(), batch)
	for _, o := range done.Outcomes {
		fmt.Println(o.Call.ID(), o.Result.Content().Text())
	}
	// Output:
	// 1 Hello, Ada!
	// 2 Error: invalid arguments: "name" must be a string
}

// A policy decides before the body runs; the model reads its reason.
func ExampleEvents() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(context.Background())
	greet, _ := tools.Define(tools.Tool[greetIn, string]{
		Name: "greet", Description: "Greets somebody.",
		Execute: func(_ context.Context, _ *tools.Exec, in greetIn) (string, error) { return "Hi " + in.Name, nil },
	})
	registry.Register(root, greet)
	registry.Mount(root, pool{registry})
	registry.Events.PreExecute.On(root, func(
		ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision],
	) (tools.Decision, error) {
		if strings.Contains(c.Arguments().Text(), "Mallory") {
			return tools.Deny("we do not greet Mallory"), nil
		}
		return next.Do(ctx)
	}, event.Label("manners"))
	done, _ := registry.Execute(context.Background(), &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: "greet", Arguments: `{"name": "Mallory"}`},
	}})
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	// Output:
	// Error: we do not greet Mallory
}

// Restrictions hide what a scope inherits.
func ExampleRegistry_Restrict() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(context.Background())
	for _, name := range []string{"read", "write"} {
		d, _ := tools.Define(tools.Tool[struct{}, string]{
			Name: name, Description: name + "s.",
			Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return "", nil },
		})
		registry.Register(root, d)
	}
	agent, _ := root.Keyed("agent", nil)
	registry.Restrict(agent, tools.Restriction{Deny: []string{"write"}})
	for _, d := range registry.Schemas(agent.Key(), nil) {
		fmt.Println(d.Name)
	}
	// Output:
	// read
}
