package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type query struct {
	Path  string   `json:"path"`
	Limit int      `json:"limit"`
	Tags  []string `json:"tags"`
}

type found struct {
	Path  string   `json:"path"`
	Lines []string `json:"lines"`
	Total int      `json:"total"`
}

const arguments = `{"path":"src/main.go","limit":20,"tags":["a","b"]}`

func find(q query) found {
	return found{q.Path, []string{"one", "two", "three"}, q.Limit}
}

// bareSDK is a typed tool of the SDK, which validates arguments and results,
// called over the SDK's own transport.
func bareSDK(b testing.TB) func() {
	server := sdk.NewServer(&sdk.Implementation{Name: "s", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "find"}, func(_ context.Context, _ *sdk.CallToolRequest, q query) (*sdk.CallToolResult, found, error) {
		return nil, find(q), nil
	})
	ours, theirs := sdk.NewInMemoryTransports()
	session, err := server.Connect(b.Context(), theirs, nil)
	must(b, err)
	c, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, nil).Connect(b.Context(), ours, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	must(b, err)
	b.Cleanup(func() {
		_ = c.Close()
		_ = session.Close()
	})
	params := &sdk.CallToolParams{Name: "find", Arguments: json.RawMessage(arguments)}
	return func() {
		r, err := c.CallTool(context.Background(), params)
		if err != nil || r.IsError {
			b.Fatal(r, err)
		}
	}
}

// throughDsh is the same tool in a registry that is served to a client whose
// registry is called: both pipelines, both validations.
func throughDsh(b testing.TB) func() {
	w := newWorld(b)
	d, err := tools.Define(tools.Tool[query, found]{
		Name: "find", Execute: func(_ context.Context, _ *tools.Exec, q query) (found, error) { return find(q), nil },
		Render: func(_ query, out found) llm.Content {
			text, _ := json.Marshal(out)
			return llm.TextContent(string(text))
		},
	})
	must(b, err)
	_, err = w.reg.Register(w.root, d)
	must(b, err)
	reg, err := tools.New(tools.Options{})
	must(b, err)
	root := scope.NewRoot("client")
	_, err = reg.Mount(root, executor{reg})
	must(b, err)
	servers := mcp.New(mcp.Options{Registry: reg, Dial: func(context.Context, *mcp.Endpoint) (mcp.Link, error) {
		ours, theirs := sdk.NewInMemoryTransports()
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = w.server.Serve(ctx, theirs)
		}()
		return mcp.Link{Transport: ours, Close: func(context.Context) error {
			cancel()
			<-served
			return nil
		}}, nil
	}})
	must(b, servers.Install(b.Context(), root, mcp.Config{Servers: map[string]mcp.ServerConfig{"s": {Command: "in-process"}}}))
	b.Cleanup(func() { must(b, root.Close(context.Background())) })
	return func() {
		out, err := reg.Execute(context.Background(), &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "mcp__s__find", Arguments: arguments}}})
		if err != nil || out.Outcomes[0].Result.IsError() {
			b.Fatal(out.Outcomes[0].Result.Failure(), err)
		}
	}
}

// BenchmarkCall compares a call through client and server in process with a bare
// SDK call with the same validation. The ratio is taken from short turns that
// alternate in one run, as the median of each.
func BenchmarkCall(b *testing.B) {
	b.Run("sdk", func(b *testing.B) {
		call := bareSDK(b)
		b.ReportAllocs()
		for b.Loop() {
			call()
		}
	})
	b.Run("dsh", func(b *testing.B) {
		call := throughDsh(b)
		b.ReportAllocs()
		for b.Loop() {
			call()
		}
	})
	b.Run("ratio", func(b *testing.B) {
		bare, through := bareSDK(b), throughDsh(b)
		var x, y []float64
		for b.Loop() {
			x = append(x, turn(bare))
			y = append(y, turn(through))
		}
		b.ReportMetric(median(x), "sdk-ns/call")
		b.ReportMetric(median(y), "dsh-ns/call")
		b.ReportMetric(median(y)/median(x), "ratio")
	})
}

func turn(call func()) float64 {
	const calls = 50
	start := time.Now()
	for range calls {
		call()
	}
	return float64(time.Since(start)) / calls
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// BenchmarkList is a client that reads a list of 10,000 tools to its end.
func BenchmarkList(b *testing.B) {
	w := newWorld(b)
	for i := range 10_000 {
		w.tool(fmt.Sprint("tool", i), tools.Traits{}, echo)
	}
	c := w.connect(nil)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range c.Tools(b.Context(), nil) {
			must(b, err)
			n++
		}
		if n != 10_000 {
			b.Fatal(n)
		}
	}
}
