package compose

import (
	"context"
	"io"

	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

// show: serve

// Serve offers the tools of a host to an MCP client that reads out and writes in,
// as os.Stdout and os.Stdin of a program that the client starts.
func Serve(ctx context.Context, h *host.Host, dir string, in io.Reader, out io.Writer) error {
	server, err := serve.New(serve.Options{
		Registry: h.Tools, Scope: h.Shared(),
		NewAgent: func(ctx context.Context, id string) (serve.Agent, error) {
			a, err := h.NewAgent(ctx, id, dir, nil)
			if err != nil {
				return serve.Agent{}, err
			}
			return serve.Agent{Identity: a.Identity, Scope: a.Scope, Close: a.Close}, nil
		},
	})
	if err != nil {
		return err
	}
	defer server.Close()
	return server.ServeStreams(ctx, in, out)
}

// end: serve
