package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	mcpgoclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const description = "Returns what it was given."

// Peer one: the official MCP SDK over its in-memory transport.

type echoed struct {
	Value string `json:"value"`
}

type sdkPeer struct {
	server *mcp.Server
	client *mcp.ClientSession
}

func newSDK(listeners int, body func(work.Noop) string) *sdkPeer {
	server := mcp.NewServer(&mcp.Implementation{Name: "yard", Version: "1"}, nil)
	for range listeners {
		server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
				return next(ctx, method, req)
			}
		})
	}
	mcp.AddTool(
		server,
		&mcp.Tool{Name: "noop", Description: description},
		func(_ context.Context, _ *mcp.CallToolRequest, in work.Noop) (*mcp.CallToolResult, echoed, error) {
			return nil, echoed{body(in)}, nil
		},
	)
	return &sdkPeer{server: server}
}

func (p *sdkPeer) connect() *sdkPeer {
	serverSide, clientSide := mcp.NewInMemoryTransports()
	_, err := p.server.Connect(ctx, serverSide, nil)
	meter.Check(err)
	p.client, err = mcp.NewClient(&mcp.Implementation{Name: "yard", Version: "1"}, nil).
		Connect(ctx, clientSide, nil)
	meter.Check(err)
	return p
}

func (p *sdkPeer) wide(name string) {
	mcp.AddTool(
		p.server,
		&mcp.Tool{Name: name, Description: description, InputSchema: load.ArgsSchema},
		func(context.Context, *mcp.CallToolRequest, work.Wide) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{}, nil, nil
		},
	)
}

func (p *sdkPeer) call(name string, args json.RawMessage) {
	result, err := p.client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	meter.Check(err)
	if result.IsError {
		panic(fmt.Sprint(result.Content[0]))
	}
}

// Peer two: mark3labs/mcp-go in one process, with its schema validation on.

func newMCPGo(
	listeners int,
	body func(work.Noop) string,
) (*mcpgoserver.MCPServer, func(string, json.RawMessage)) {
	opts := []mcpgoserver.ServerOption{
		mcpgoserver.WithToolCapabilities(false),
		mcpgoserver.WithInputSchemaValidation(),
	}
	for range listeners {
		opts = append(
			opts,
			mcpgoserver.WithToolHandlerMiddleware(
				func(next mcpgoserver.ToolHandlerFunc) mcpgoserver.ToolHandlerFunc {
					return func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) { return next(ctx, r) }
				},
			),
		)
	}
	server := mcpgoserver.NewMCPServer("yard", "1", opts...)
	server.AddTool(
		mcpgo.NewToolWithRawSchema("noop", description, load.NoopSchema),
		mcpgo.NewTypedToolHandler(
			func(_ context.Context, _ mcpgo.CallToolRequest, in work.Noop) (*mcpgo.CallToolResult, error) {
				return mcpgo.NewToolResultText(body(in)), nil
			},
		),
	)
	server.AddTool(
		mcpgo.NewToolWithRawSchema("wide", description, load.ArgsSchema),
		mcpgo.NewTypedToolHandler(
			func(context.Context, mcpgo.CallToolRequest, work.Wide) (*mcpgo.CallToolResult, error) {
				return mcpgo.NewToolResultText("ok"), nil
			},
		),
	)
	client, err := mcpgoclient.NewInProcessClient(server)
	meter.Check(err)
	meter.Check(client.Start(ctx))
	_, err = client.Initialize(ctx, mcpgo.InitializeRequest{})
	meter.Check(err)
	return server, func(name string, args json.RawMessage) {
		request := mcpgo.CallToolRequest{}
		request.Params.Name, request.Params.Arguments = name, args
		result, err := client.CallTool(ctx, request)
		meter.Check(err)
		if result.IsError {
			panic(fmt.Sprint(result.Content[0]))
		}
	}
}

// Peer three: eino's tool and its node of parallel calls.

func einoTool(body func(work.Noop) string) tool.InvokableTool {
	t, err := utils.InferTool(
		"noop",
		description,
		func(_ context.Context, in work.Noop) (string, error) { return body(in), nil },
	)
	meter.Check(err)
	return t
}

func einoNode(listeners int, tools ...tool.BaseTool) *compose.ToolsNode {
	config := &compose.ToolsNodeConfig{Tools: tools}
	for range listeners {
		config.ToolCallMiddlewares = append(config.ToolCallMiddlewares, compose.ToolMiddleware{
			Invokable: func(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
				return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) { return next(ctx, in) }
			},
		})
	}
	node, err := compose.NewToolNode(ctx, config)
	meter.Check(err)
	return node
}

func einoMessage(n int, name string, args json.RawMessage) *schema.Message {
	calls := make([]schema.ToolCall, n)
	for i := range calls {
		calls[i] = schema.ToolCall{
			ID:       fmt.Sprint("c", i),
			Type:     "function",
			Function: schema.FunctionCall{Name: name, Arguments: string(args)},
		}
	}
	return schema.AssistantMessage("", calls)
}

func einoInvoke(node *compose.ToolsNode, message *schema.Message) {
	out, err := node.Invoke(ctx, message)
	meter.Check(err)
	if len(out) != len(message.ToolCalls) {
		panic("eino lost a result")
	}
}

const (
	sdk   = "modelcontextprotocol/go-sdk"
	mcp3l = "mark3labs/mcp-go"
	eino  = "cloudwego/eino"
	gkit  = "firebase/genkit"
)

func benchPeerCall() {
	args := string(load.NoopArgs)
	for _, n := range []int{0, 1, 10} {
		id := fmt.Sprintf("call.noop.listeners%d", n)
		p := newSDK(n, echo).connect()
		meter.Bench(id, sdk, meter.Quick, func() { p.call("noop", load.NoopArgs) })
		_, call := newMCPGo(n, echo)
		meter.Bench(id, mcp3l, meter.Quick, func() { call("noop", load.NoopArgs) })
		node, message := einoNode(n, einoTool(echo)), einoMessage(1, "noop", load.NoopArgs)
		meter.Bench(id, eino+" ToolsNode", meter.Quick, func() { einoInvoke(node, message) })
	}
	t := einoTool(echo)
	meter.Bench("call.noop.listeners0", eino+" InvokableRun", meter.Quick, func() {
		_, err := t.InvokableRun(ctx, args)
		meter.Check(err)
	})
	g := genkit.Init(ctx)
	gt := genkit.DefineTool(
		g,
		"noop",
		description,
		func(_ *ai.ToolContext, in work.Noop) (string, error) { return echo(in), nil },
	)
	meter.Bench("call.noop.listeners0", gkit, meter.Quick, func() {
		var in any
		meter.Check(json.Unmarshal(load.NoopArgs, &in))
		_, err := gt.RunRaw(ctx, in)
		meter.Check(err)
	})

	p := newSDK(0, echo)
	p.wide("wide")
	p.connect()
	meter.Bench("call.args20", sdk, meter.Quick, func() { p.call("wide", load.Args) })
	_, call := newMCPGo(0, echo)
	meter.Bench("call.args20", mcp3l, meter.Quick, func() { call("wide", load.Args) })
	wide, err := utils.InferTool(
		"wide",
		description,
		func(context.Context, work.Wide) (string, error) { return "ok", nil },
	)
	meter.Check(err)
	node, message := einoNode(0, wide), einoMessage(1, "wide", load.Args)
	meter.Bench("call.args20", eino+" ToolsNode", meter.Quick, func() { einoInvoke(node, message) })
	gw := genkit.DefineTool(
		g,
		"wide",
		description,
		func(*ai.ToolContext, work.Wide) (string, error) { return "ok", nil },
	)
	meter.Bench("call.args20", gkit, meter.Quick, func() {
		var in any
		meter.Check(json.Unmarshal(load.Args, &in))
		_, err := gw.RunRaw(ctx, in)
		meter.Check(err)
	})
	meter.Memory("memory.call", "peers together")
}

func benchPeerScale() {
	for _, n := range []int{1, 10, 100, 1000, 5000} {
		id := fmt.Sprintf("call.of%d", n)
		p := newSDK(0, echo)
		for i := 1; i < n; i++ {
			p.wide(fmt.Sprint("tool_", i))
		}
		p.connect()
		meter.Bench(id, sdk, meter.Quick, func() { p.call("noop", load.NoopArgs) })
	}
	meter.Memory("memory.scale", sdk)
}

func benchPeerBatch() {
	for id, body := range map[string]func(work.Noop) string{
		"batch.1000x10.noop":     echo,
		"batch.1000x10.sleep1ms": func(a work.Noop) string { time.Sleep(time.Millisecond); return a.Value },
	} {
		b := meter.Budget{Warm: time.Millisecond, Run: 600 * time.Millisecond, Min: 1}
		p := newSDK(0, body).connect()
		meter.Bench(
			id,
			sdk+", pool of 10",
			b,
			func() { pool(1000, 10, func(int) { p.call("noop", load.NoopArgs) }) },
		)
		_, call := newMCPGo(0, body)
		meter.Bench(
			id,
			mcp3l+", pool of 10",
			b,
			func() { pool(1000, 10, func(int) { call("noop", load.NoopArgs) }) },
		)
		node, message := einoNode(0, einoTool(body)), einoMessage(1000, "noop", load.NoopArgs)
		meter.Bench(id, eino+" ToolsNode, no limit", b, func() { einoInvoke(node, message) })
	}
	meter.Memory("memory.batch", "peers together")
}

func benchPeerRegistry() {
	for _, n := range []int{10, 100, 1000, 5000} {
		p := newSDK(0, echo)
		meter.Once(fmt.Sprintf("registry.register.of%d", n), sdk, int64(n), func() {
			for i := range n {
				p.wide(fmt.Sprint("tool_", i))
			}
		})
		p.connect()
		id := fmt.Sprintf("registry.schemas.of%d", n)
		budget := meter.Quick
		if n >= 1000 {
			budget = meter.Long
		}
		meter.Bench(id, sdk+" tools/list", budget, func() {
			count := 0
			for _, err := range p.client.Tools(ctx, nil) {
				meter.Check(err)
				count++
			}
			if count != n+1 {
				panic(count)
			}
		})
		infos := make([]tool.BaseTool, n)
		for i := range infos {
			t, err := utils.InferTool(
				fmt.Sprint("tool_", i),
				description,
				func(context.Context, work.Wide) (string, error) { return "", nil },
			)
			meter.Check(err)
			infos[i] = t
		}
		meter.Bench(id, eino+" Info and ToJSONSchema", meter.Quick, func() {
			for _, t := range infos {
				info, err := t.Info(ctx)
				meter.Check(err)
				_, err = info.ToJSONSchema()
				meter.Check(err)
			}
		})
	}
	meter.Memory("memory.registry", "peers together")
}
