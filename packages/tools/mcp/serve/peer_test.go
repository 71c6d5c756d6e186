package serve_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Bodies ask the client's user and log to the client.
func TestPeer(t *testing.T) {
	w := newWorld(t)
	schema, err := jsonvalue.ParseString(`{"type":"object","properties":{"n":{"type":"integer","default":7}}}`)
	must(t, err)
	w.tool("ask", tools.Traits{}, func(ctx context.Context, _ *tools.Exec, _ words) (string, error) {
		p, ok := serve.PeerOf(ctx)
		if !ok || !p.CanElicit() {
			return "nobody to ask", nil
		}
		must(t, p.Log(ctx, "info", "asking"))
		a, err := p.Elicit(ctx, "how many?", schema)
		return a.Action + a.Content.Text(), err
	})
	logged := make(chan any, 1)
	c := w.connect(&sdk.ClientOptions{
		ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
		},
		//lint:ignore SA1019 the protocol versions that are served have log messages
		LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) { logged <- r.Params.Data },
	})
	//lint:ignore SA1019 the protocol versions that are served have log messages
	must(t, c.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "info"}))
	if got := textOf(call(t, c, "ask", nil)); got != `accept{"n":7}` {
		t.Errorf("got %s", got)
	}
	if got := <-logged; got != "asking" {
		t.Errorf("logged %v", got)
	}
	if got := textOf(call(t, w.connect(nil), "ask", nil)); got != "nobody to ask" {
		t.Errorf("got %s", got)
	}
}
