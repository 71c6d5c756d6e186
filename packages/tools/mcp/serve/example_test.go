package serve_test

import (
	"context"
	"fmt"
	"net"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A registry is served to a client over a pair of streams.
func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	_, _ = registry.Mount(root, executor{registry})
	greet, _ := tools.Define(tools.Tool[words, string]{
		Name:    "greet",
		Execute: func(_ context.Context, _ *tools.Exec, in words) (string, error) { return "hello " + in.Text, nil },
	})
	_, _ = registry.Register(root, greet)

	server, err := serve.New(serve.Options{
		Registry: registry, Scope: root,
		NewAgent: func(_ context.Context, id string) (serve.Agent, error) {
			s, err := root.Keyed(id, nil)
			if err != nil {
				return serve.Agent{}, err
			}
			return serve.Agent{Identity: &tools.Agent{ID: id, Key: s.Key()}, Scope: s, Close: s.Close}, nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()

	ours, theirs := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- server.ServeStreams(ctx, theirs, theirs) }()
	client, _ := sdk.NewClient(&sdk.Implementation{Name: "example", Version: "1"}, nil).
		Connect(ctx, &sdk.IOTransport{Reader: ours, Writer: ours}, nil)
	result, _ := client.CallTool(ctx, &sdk.CallToolParams{Name: "greet", Arguments: words{"world"}})
	fmt.Println(result.Content[0].(*sdk.TextContent).Text)
	_ = client.Close()
	_ = theirs.Close()
	<-served
	// Output: hello world
}

func ExampleAddress() {
	fmt.Println(serve.Address("8080", ""))
	fmt.Println(serve.Address("0.0.0.0:8080", ""))
	// Output:
	// 127.0.0.1:8080 <nil>
	//  an address that others can reach needs a bearer token: set one, or serve on 127.0.0.1
}
