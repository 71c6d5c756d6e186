// Command conformserver serves a registry with the tools that the MCP
// conformance suite calls, to be tested as a server.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

func main() {
	address := flag.String("address", "127.0.0.1:0", "where to listen; the address taken is printed")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *address); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, address string) error {
	registry, err := tools.New(tools.Options{Logger: slog.Default()})
	if err != nil {
		return err
	}
	root := scope.NewRoot("conformance")
	defer root.Close(context.WithoutCancel(ctx))
	if _, err := registry.Mount(root, executor{registry}); err != nil {
		return err
	}
	for _, define := range fixtures {
		d, err := define()
		if err != nil {
			return err
		}
		if _, err := registry.Register(root, d); err != nil {
			return err
		}
	}
	server, err := serve.New(serve.Options{Registry: registry, Scope: root, NewAgent: newAgent(root)})
	if err != nil {
		return err
	}
	defer server.Close()
	return listen(ctx, address, server)
}

func listen(ctx context.Context, address string, server *serve.Server) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	h := &http.Server{Handler: server.Handler(serve.HTTPOptions{})}
	fmt.Printf("http://%s/mcp\n", listener.Addr())
	go func() {
		<-ctx.Done()
		server.Close()
		_ = h.Close() // what is under way was cancelled
	}()
	if err := h.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}

func newAgent(root *scope.Scope) func(context.Context, string) (serve.Agent, error) {
	return func(_ context.Context, id string) (serve.Agent, error) {
		s, err := root.Keyed(id, nil)
		if err != nil {
			return serve.Agent{}, err
		}
		return serve.Agent{Identity: &tools.Agent{ID: id, Key: s.Key()}, Scope: s, Close: s.Close}, nil
	}
}

// executor runs batches natively.
type executor struct{ registry *tools.Registry }

func (executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (e executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.registry.RunBatch(ctx, b, nil)
}
