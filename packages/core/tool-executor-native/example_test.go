package native_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type greetIn struct {
	Name string `json:"name" description:"whom to greet"`
}

func greeting(_ context.Context, _ *tools.Exec, in greetIn) (string, error) {
	return "Hello, " + in.Name + "!", nil
}

func Example() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	greet, _ := tools.Define(tools.Tool[greetIn, string]{Name: "greet", Execute: greeting})
	registry.Register(root, greet)
	native.Mount(root, registry, native.Config{})
	call := tools.RawCall{Name: "greet", Arguments: `{"name": "Ada"}`}
	done, _ := registry.Execute(context.Background(), &tools.Batch{Calls: []tools.RawCall{call}})
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	root.Close(context.Background())
	// Output: Hello, Ada!
}
