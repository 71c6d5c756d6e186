package mcp_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/go-json-experiment/json"
)

// The tools of a server, here one in process, are called like any other tool.
func Example() {
	ctx := context.Background()
	server := newServer()
	addSum(server)

	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	_, _ = registry.Mount(root, executor{registry})

	servers := mcp.New(mcp.Options{Registry: registry, Dial: inProcess(server)})
	err := servers.Install(ctx, root, mcp.Config{Servers: map[string]mcp.ServerConfig{
		"math": {Command: "math-server"},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _ := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: "mcp__math__sum", Arguments: `{"a":2,"b":3}`},
	}})
	fmt.Println(out.Outcomes[0].Result.Content().Text())
	// Output: {"sum":5}
}

// Files of other clients are read as they are; what is not known is named.
func ExampleConfig() {
	var c mcp.Config
	err := json.Unmarshal([]byte(`{"mcpServers": {"web": {
		"url": "https://example.com/mcp?key=abcd1234",
		"headers": {"Authorization": "Bearer ${TOKEN}"},
		"autoApprove": ["search"]}}}`), &c)
	web := c.Servers["web"]
	fmt.Println(err, c.Validate(), web.Ignored)
	fmt.Println(web)
	// Output:
	// <nil> <nil> [autoApprove]
	// https://example.com/mcp?[redacted]
}

func ExamplePublicName() {
	fmt.Println(mcp.PublicName("files", "read_file"))
	fmt.Println(mcp.PublicName("files", "read.file"))
	// Output:
	// mcp__files__read_file
	// mcp__files__read_file_97875296cb6d
}

func ExampleServers_Sections() {
	ctx := context.Background()
	dial, _ := scripted(basic(oneTool, answer("")))
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	servers := mcp.New(mcp.Options{Registry: registry, Dial: dial})
	_ = servers.Install(ctx, root, mcp.Config{Servers: map[string]mcp.ServerConfig{"kind": {Command: "x"}}})
	for _, s := range servers.Sections(nil, nil) {
		fmt.Println(s.Name, s.Order)
		fmt.Println(s.Text)
	}
	// Output:
	// mcp:kind 120
	// Instructions of the MCP server "kind", whose tools begin with mcp__kind__:
	// Be kind.
}
