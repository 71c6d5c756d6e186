package serve

import (
	"context"
	"io"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/dsh-go/dsh/packages/tools/mcp/internal/wire"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Agent is whom a client's calls belong to.
type Agent struct {
	// Identity is what calls are made with.
	Identity *tools.Agent
	// Scope holds what belongs to the client alone.
	Scope *scope.Scope
	// Answered: somebody puts the questions of the agent's policies to the client
	// already, with [Peer.Confirm]. Otherwise the server becomes the agent's approver.
	Answered bool
	// Close takes the agent down and waits for it.
	Close func(ctx context.Context) error
}

// Options configure a server. Registry, Scope and NewAgent are mandatory.
type Options struct {
	// Registry runs the calls.
	Registry *tools.Registry
	// Scope is where the server listens for changes of the tools.
	Scope *scope.Scope
	// NewAgent makes the agent of a client that has connected. Its context has the
	// client, see [PeerOf]: what it can do decides what the agent is given.
	NewAgent func(ctx context.Context, id string) (Agent, error)
	// Name and Version are told to clients; empty means dsh and its version.
	Name, Version string
	// Instructions are told to clients once, when they connect; nil tells nothing.
	Instructions func() string
	// Logger gets what happens to clients; nil discards it.
	Logger *slog.Logger
	// Spills finds outputs that were too long; nil links none.
	Spills Spills
	// NoStructured leaves structured content and output schemas out.
	NoStructured bool
	// MaxParallel bounds the calls of one client that run at once; 0
	// means [tools.DefaultMaxParallel].
	MaxParallel int
}

// Server serves any number of clients. Create it with [New]. Safe for concurrent
// use.
type Server struct {
	options Options
	log     *slog.Logger
	sdk     *sdk.Server
	pending atomic.Bool // a change waits to be announced

	carriers sync.Map // key to the context of an HTTP request under way

	mu       sync.Mutex
	sessions map[*sdk.ServerSession]*session
	closed   bool
	clients  atomic.Int64
	running  sync.WaitGroup // what waits for sessions to end
}

// New returns a server without clients.
func New(o Options) (*Server, error) {
	if o.Registry == nil || o.Scope == nil || o.NewAgent == nil {
		return nil, &Error{Code: CodeOptions, Message: "registry, scope and newAgent are mandatory"}
	}
	if o.MaxParallel <= 0 {
		o.MaxParallel = tools.DefaultMaxParallel
	}
	s := &Server{options: o, log: o.Logger, sessions: map[*sdk.ServerSession]*session{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.sdk = sdk.NewServer(o.implementation(), s.serverOptions())
	s.sdk.AddReceivingMiddleware(s.receive)
	announce := func(context.Context, tools.Change) error {
		s.announce()
		return nil
	}
	return s, o.Registry.Events.Change.On(o.Scope, announce, event.Everywhere(), event.Label("mcp-serve"))
}

func (o Options) implementation() *sdk.Implementation {
	i := &sdk.Implementation{Name: o.Name, Version: o.Version}
	if i.Name == "" {
		i.Name = "dsh"
	}
	if i.Version == "" {
		i.Version = mcp.Version
	}
	return i
}

func (s *Server) serverOptions() *sdk.ServerOptions {
	o := &sdk.ServerOptions{
		Logger: s.log,
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{ListChanged: true},
			//lint:ignore SA1019 the protocol versions that are served have log messages
			Logging: &sdk.LoggingCapabilities{},
		},
	}
	if s.options.Instructions != nil {
		o.Instructions = s.options.Instructions()
	}
	if s.options.Spills != nil {
		o.Capabilities.Resources = &sdk.ResourceCapabilities{}
	}
	for _, v := range sdk.SupportedProtocolVersions() {
		if v < "2026" {
			o.SupportedProtocolVersions = append(o.SupportedProtocolVersions, v)
		}
	}
	return o
}

// announceDelay joins the changes of one moment to one notification.
const announceDelay = 20 * time.Millisecond

// marker is never listed: that the SDK adds it anew is what makes it tell the
// clients of a change.
const marker = "tools-changed"

// announce tells all clients that the tools changed.
func (s *Server) announce() {
	if s.pending.Swap(true) {
		return
	}
	time.AfterFunc(announceDelay, func() {
		s.pending.Store(false)
		s.sdk.AddTool(&sdk.Tool{Name: marker, InputSchema: emptyObject}, nil)
	})
}

// Serve serves one client over a transport until the client goes or ctx ends,
// and returns when all of the client's calls have ended. The end of ctx cancels
// them.
func (s *Server) Serve(ctx context.Context, t sdk.Transport) error {
	client, err := s.sdk.Connect(context.WithoutCancel(ctx), t, nil)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- client.Wait() }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		s.end(client)
		<-ended
	}
	s.settle(client)
	return err
}

// ServeStreams serves one client over a pair of streams, such as the standard
// ones. It does not close them; a reader that cannot be interrupted may still be
// read from when it returns.
func (s *Server) ServeStreams(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.Serve(ctx, streams{in, out, s.log})
}

type streams struct {
	in  io.Reader
	out io.Writer
	log *slog.Logger
}

// Connect implements the SDK's Transport.
func (t streams) Connect(context.Context) (sdk.Connection, error) {
	return wire.New(t.in, t.out, wire.Options{Stray: func(line []byte) {
		t.log.Warn("a line of the client is no message", "bytes", len(line))
	}}), nil
}

// Close cancels the calls of all clients, ends their sessions and waits for all
// of it. Afterwards no client is served. Idempotent.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	for client := range s.sdk.Sessions() {
		s.end(client)
	}
	s.running.Wait()
}

// end cancels a client's calls and closes its session.
func (s *Server) end(client *sdk.ServerSession) {
	s.mu.Lock()
	own := s.sessions[client]
	s.mu.Unlock()
	if own != nil {
		own.cancel(errSessionOver)
	}
	_ = client.Close() // what the client thinks of it changes nothing
}

func (s *Server) nextClient() string {
	return "mcp-" + strconv.FormatInt(s.clients.Add(1), 10)
}
