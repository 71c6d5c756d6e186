// Command conformclient is this product's MCP client, driven by the MCP
// conformance suite: its one argument is the address of the suite's server, and
// MCP_CONFORMANCE_SCENARIO names the scenario.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
)

// calls are what the scenarios want to have called.
var calls = map[string]tools.RawCall{
	"tools_call":                          {Name: "add_numbers", Arguments: `{"a":5,"b":3}`},
	"elicitation-sep1034-client-defaults": {Name: "test_client_elicitation_defaults"},
	"sse-retry":                           {Name: "test_reconnection"},
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: conformclient URL")
	}
	if err := run(context.Background(), os.Args[1], os.Getenv("MCP_CONFORMANCE_SCENARIO")); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, url, scenario string) (err error) {
	registry, err := tools.New(tools.Options{Logger: slog.Default()})
	if err != nil {
		return err
	}
	root := scope.NewRoot("conformance")
	defer func() { err = errors.Join(err, root.Close(ctx)) }()
	if _, err := registry.Mount(root, executor{registry}); err != nil {
		return err
	}
	servers := mcp.New(mcp.Options{
		Registry: registry, Logger: slog.Default(), Elicitor: accepting{}, OAuth: authorizer(scenario),
	})
	if err := servers.Install(ctx, root, mcp.Config{Servers: map[string]mcp.ServerConfig{
		"suite": {URL: url, FailOnStartupError: true},
	}}); err != nil {
		return err
	}
	call, ok := calls[scenario]
	if strings.HasPrefix(scenario, "auth/") {
		call, ok = tools.RawCall{Name: "test-tool"}, true
	}
	if !ok {
		return nil // connecting and listing is all that is wanted
	}
	call.CallID, call.Name = "1", mcp.PublicName("suite", call.Name)
	out, err := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{call}})
	if err != nil {
		return err
	}
	if f := out.Outcomes[0].Result.Failure(); f != nil {
		return errors.New(f.Message())
	}
	fmt.Println(out.Outcomes[0].Result.Content().Text())
	return nil
}

// accepting accepts every question with the form's defaults.
type accepting struct{}

func (accepting) Elicit(context.Context, mcp.Question) (mcp.Answer, error) {
	return mcp.Answer{Action: "accept"}, nil
}

// executor runs batches natively.
type executor struct{ registry *tools.Registry }

func (executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (e executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.registry.RunBatch(ctx, b, nil)
}
