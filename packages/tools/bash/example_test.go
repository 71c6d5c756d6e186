//go:build unix

package bash_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Compositions usually take the plugins of this module; this is what they do.
func ExampleNew() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	_, _ = registry.Mount(root, pool{registry}) // any executor of batches

	service := shell.NewService(registry)
	executor, _ := local.New(local.Options{})
	defer executor.Close(ctx)
	_, _ = service.Executors.Provide(root, executor)
	tool, _ := bash.New(bash.Services{Shell: service}, executor, bash.Config{})
	_, _ = registry.Register(root, tool)

	result, _ := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{{
		CallID: "1", Name: "bash",
		Arguments: `{"command":"echo out; echo err >&2; exit 3","description":"show all parts"}`,
	}}})
	fmt.Println(result.Outcomes[0].Result.Content()[0].(llm.Text).Text)
	// Output:
	// out
	// [stderr]
	// err
	// [exit code: 3]
}
