package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Dialer makes the connection to a server: how tests and programs put something
// else in the place of processes and addresses. ctx bounds starting alone, not
// the life of what was started. The link is closed exactly once.
type Dialer func(ctx context.Context, e *Endpoint) (Link, error)

// Link is one connection that is about to be made.
type Link struct {
	// Transport carries the messages. It is used once.
	Transport sdk.Transport
	// HTTP says that Transport is the SDK's own HTTP transport.
	HTTP bool
	// Close ends what carries the connection and waits until it is gone, or until
	// ctx is. An error says that it is not known to be gone. Nil does nothing.
	Close func(ctx context.Context) error
	// Diagnosis returns what the server last said about itself outside the
	// protocol, such as its standard error; nil says nothing.
	Diagnosis func() string
}

func (l Link) close(ctx context.Context) error {
	if l.Close == nil {
		return nil
	}
	return l.Close(ctx)
}

func (l Link) diagnosis() string {
	if l.Diagnosis == nil {
		return ""
	}
	return l.Diagnosis()
}
