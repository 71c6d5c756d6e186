package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp/internal/exact"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// closeTimeout is how long the end of a connection is waited for (§13).
const closeTimeout = 5 * time.Second

// generation is one connection to a server, from its handshake to its end. A
// server has at most one.
type generation struct {
	server  string
	log     *slog.Logger
	link    Link
	session *sdk.ClientSession
	timeout time.Duration // of one call

	// over ends when the connection does; calls that wait fail at once.
	over context.Context
	end  context.CancelCauseFunc
	done chan struct{} // closed when the session has ended

	calls  sync.Map // progress token to *relay
	tokens atomic.Int64

	closeOnce sync.Once
	closeErr  error
}

// legacyProtocol is the newest version with an initialize handshake.
const legacyProtocol = "2025-11-25"

// attempt is one try to connect.
type attempt struct {
	dial     Dialer
	endpoint *Endpoint
	log      *slog.Logger
	changed  func() // told that the list of tools may have changed
	elicit   Elicitor
	// legacy leaves out the newest protocol, whose first request some servers do
	// not survive.
	legacy bool
}

// connect dials and shakes hands within ctx.
func (a attempt) connect(ctx context.Context) (*generation, error) {
	link, err := a.dial(ctx, a.endpoint)
	if err != nil {
		return nil, err
	}
	g := &generation{
		server: a.endpoint.Name, log: a.log, link: link, done: make(chan struct{}),
		timeout: milliseconds(a.endpoint.Config.ToolCallTimeoutMs),
	}
	// The connection's own life: the handshake's deadline must not end it.
	g.over, g.end = context.WithCancelCause(context.WithoutCancel(ctx))
	options := &sdk.ClientSessionOptions{}
	if a.legacy {
		options.ProtocolVersion = legacyProtocol
	}
	// A peer that neither reads nor answers would hold up the handshake's end.
	stop := context.AfterFunc(ctx, func() { _ = g.closeLink(ctx) })
	client := sdk.NewClient(implementation(), g.clientOptions(a))
	g.session, err = client.Connect(ctx, g.transport(), options)
	if !stop() && err == nil {
		_, err = g.session.Close(), context.Cause(ctx)
	}
	if err != nil {
		g.end(err)
		if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
			err = cause
		}
		closing := g.closeLink(ctx) // the server's last words come with its end
		return nil, errors.Join(g.explained(err), closing)
	}
	go g.watch()
	return g, nil
}

// Version is the version that this client and server give in handshakes.
const Version = "0.1.0"

func implementation() *sdk.Implementation {
	return &sdk.Implementation{Name: "dsh", Version: Version}
}

func (g *generation) clientOptions(a attempt) *sdk.ClientOptions {
	o := &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			a.changed()
		},
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			p := r.Params
			g.progressed(p.ProgressToken, progress{p.Progress, p.Total, p.Message})
		},
	}
	if a.elicit != nil {
		o.ElicitationHandler = elicitHandler(g.server, a.elicit)
	}
	return o
}

// transport is the link's, with exact results. Streams of messages also hand
// over progress in its order and drop log messages before they queue up.
func (g *generation) transport() sdk.Transport {
	if g.link.HTTP {
		return g.link.Transport
	}
	return &exact.Transport{Inner: g.link.Transport, Notification: g.notified}
}

// watch ends everything that belongs to the connection when the session does.
func (g *generation) watch() {
	err := g.session.Wait()
	if err == nil {
		err = errors.New("the server closed the connection")
	}
	g.end(g.explained(err))
	close(g.done)
}

// explained adds what the server said last outside the protocol.
func (g *generation) explained(err error) error {
	if said := g.link.diagnosis(); said != "" {
		return fmt.Errorf("%w; the server's last words: %s", err, lastLines(said))
	}
	return err
}

// lastLines cuts a server's standard error to what helps in one message.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], " | ")
}

// close ends the connection and waits for it, at most closeTimeout. An error
// says that it is not known to be gone.
func (g *generation) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	g.end(sdk.ErrConnectionClosed)
	closing := make(chan struct{})
	go func() { // it may wait for a peer that does not answer
		_ = g.session.Close() // the peer's complaints at the end change nothing
		close(closing)
	}()
	if g.link.HTTP {
		select { // a last request tells the server that the session ends
		case <-closing:
		case <-ctx.Done():
		}
	}
	if err := g.closeLink(ctx); err != nil {
		return err
	}
	for _, c := range []chan struct{}{closing, g.done} {
		select {
		case <-c:
		case <-ctx.Done():
			return fmt.Errorf("the connection did not end: %w", context.Cause(ctx))
		}
	}
	return nil
}

// closeLink ends what carries the connection, once, and waits for it.
func (g *generation) closeLink(ctx context.Context) error {
	g.closeOnce.Do(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		g.closeErr = g.link.close(ctx)
	})
	return g.closeErr
}

// instructions returns what the server wants the model to know, "" if nothing.
func (g *generation) instructions() string {
	if r := g.session.InitializeResult(); r != nil {
		return strings.TrimSpace(r.Instructions)
	}
	return ""
}

// hasTools reports whether the server offers tools at all.
func (g *generation) hasTools() bool {
	r := g.session.InitializeResult()
	return r == nil || r.Capabilities == nil || r.Capabilities.Tools != nil
}
