package web_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/search"
	"github.com/dsh-go/dsh/packages/tools/web/webtest"
)

// A conditional tool takes part in the steps that can use it.
func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})

	service := new(web.Service)
	service.AddSearch(root, &webtest.Search{Model: "able", Find: func(context.Context, web.Query) (web.Results, error) {
		return web.Results{Sources: []web.Source{{URL: "https://go.dev/", Title: "Go"}}}, nil
	}})
	d, _ := search.New(service, search.Config{})
	registry.Register(root, d, tools.When(search.Condition(service)))

	for _, model := range []string{"able", "other"} {
		set, _ := registry.Resolve(ctx, tools.Activation{Selection: llm.Selection{Model: model}})
		done, _ := registry.Execute(ctx, &tools.Batch{Set: set, Calls: []tools.RawCall{
			{CallID: "1", Name: search.Name, Arguments: `{"queries": ["go"]}`},
		}})
		set.Release()
		fmt.Println(done.Outcomes[0].Result.Content().Text())
	}
	// Output:
	// Sources:
	// - [Go](https://go.dev/)
	//
	// Name the sources that you rely on, with their links.
	// Error: unknown tool "web_search"
}
