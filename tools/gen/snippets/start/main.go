// Command start is the first program of the documentation: one tool, one policy,
// one batch of calls.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type greetIn struct {
	Name string `json:"name" description:"whom to greet"`
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	// show: registry
	registry, err := tools.New(tools.Options{})
	if err != nil {
		return err
	}
	root := scope.NewRoot("app") // everything lives in a scope
	defer root.Close(ctx)        // and goes with it
	// end: registry

	// show: tool
	greet, err := tools.Define(tools.Tool[greetIn, string]{
		Name: "greet", Description: "Greets somebody.",
		Execute: func(_ context.Context, _ *tools.Exec, in greetIn) (string, error) {
			return "Hello, " + in.Name + "!", nil
		},
	})
	if err != nil {
		return err
	}
	if _, err := registry.Register(root, greet); err != nil {
		return err
	}
	// end: tool

	// show: policy
	err = registry.Events.PreExecute.On(root, func(
		ctx context.Context, c *tools.Call, next event.Next[*tools.Call, tools.Decision],
	) (tools.Decision, error) {
		if strings.Contains(c.Arguments().Text(), "Mallory") {
			return tools.Deny("we do not greet Mallory"), nil
		}
		return next.Do(ctx)
	}, event.Label("manners"))
	if err != nil {
		return err
	}
	// end: policy

	// show: batch
	if err := native.Mount(root, registry, native.Config{}); err != nil {
		return err
	}
	done, err := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: "greet", Arguments: `{"name": "Ada"}`},
		{CallID: "2", Name: "greet", Arguments: `{"name": 7}`},
		{CallID: "3", Name: "greet", Arguments: `{"name": "Mallory"}`},
		{CallID: "4", Name: "salute", Arguments: `{}`},
	}})
	if err != nil {
		return err
	}
	for _, o := range done.Outcomes {
		fmt.Println(o.Call.ID(), o.Result.Content().Text())
	}
	return nil
	// end: batch
}
