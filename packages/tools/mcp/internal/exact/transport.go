package exact

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport wraps a transport of a client whose connections are streams of
// messages. It must not wrap the SDK's HTTP transport, which the SDK must be
// able to recognise; see [RoundTripper].
type Transport struct {
	Inner sdk.Transport
	// Notification is offered every incoming notification first; true says that
	// it is dealt with. It is called from the reading goroutine and must not
	// block. Nil takes none.
	Notification func(method string, params []byte) bool
}

// Connect connects the inner transport.
func (t *Transport) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := t.Inner.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{Connection: inner, notification: t.Notification}, nil
}

type connection struct {
	sdk.Connection
	notification func(string, []byte) bool
}

// Read returns the next message that the SDK should see.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		m, err := c.Connection.Read(ctx)
		if err != nil {
			return nil, err
		}
		switch m := m.(type) {
		case *jsonrpc.Response:
			if m.Error == nil {
				m.Result = pack(m.Result, true)
			}
		case *jsonrpc.Request:
			if !m.IsCall() && c.notification != nil && c.notification(m.Method, m.Params) {
				continue
			}
		}
		return m, nil
	}
}
