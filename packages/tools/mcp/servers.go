package mcp

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Options are what servers work with. Registry is mandatory.
type Options struct {
	Registry *tools.Registry
	// Logger gets what happens to servers in the background; nil discards it.
	Logger *slog.Logger
	// Prompt gets each server's instructions as a section; nil means that somebody
	// else asks for them, with [Servers.Sections].
	Prompt *systemprompt.Prompt
	// Elicitor answers servers' questions; nil means that they cannot ask.
	Elicitor Elicitor
	// OAuth returns what authorizes requests to a server over HTTP that asks for
	// it, nil for nothing but the configured headers. Nil asks nobody.
	OAuth func(e *Endpoint) (auth.OAuthHandler, error)
	// Dir is the absolute path of the directory that processes run in, unless their
	// Cwd says otherwise; empty means the process's own.
	Dir string
	// Dial makes connections; nil starts processes and reaches addresses.
	Dial Dialer
	// Lookup and Environ are the environment that references and processes get;
	// nil means the process's own.
	Lookup  func(name string) (string, bool)
	Environ func() []string
}

// Servers is the directory of the live servers of a process. Create it with
// [New]. Safe for concurrent use.
type Servers struct {
	registry *tools.Registry
	log      *slog.Logger
	prompt   *systemprompt.Prompt
	elicitor Elicitor
	oauth    func(e *Endpoint) (auth.OAuthHandler, error)
	dial     Dialer
	host     host

	mu   sync.Mutex
	live map[string]*Server
}

// New returns an empty directory.
func New(o Options) *Servers {
	s := &Servers{
		registry: o.Registry, log: o.Logger, prompt: o.Prompt, elicitor: o.Elicitor, oauth: o.OAuth,
		dial: o.Dial, host: host{lookup: o.Lookup, environ: o.Environ, dir: o.Dir}, live: map[string]*Server{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.dial == nil {
		s.dial = s.dialDefault
	}
	if s.host.lookup == nil {
		s.host.lookup = os.LookupEnv
	}
	if s.host.environ == nil {
		s.host.environ = os.Environ
	}
	return s
}

func (s *Servers) dialDefault(ctx context.Context, e *Endpoint) (Link, error) {
	if e.URL != "" {
		return dialHTTP(e, s.oauth)
	}
	return dialStdio(ctx, e, s.log)
}

// Install adds all servers of a configuration that are not disabled, at once,
// and waits for the first attempt of each, so that a model's first step sees
// their tools. A server that cannot be connected is retried in the background,
// unless it is configured to fail. A failure leaves nothing behind: s is to be
// closed.
func (s *Servers) Install(ctx context.Context, at *scope.Scope, c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	c = c.Resolve()
	group := &group{servers: s, at: at, config: c}
	var added []*Server
	before := make(chan struct{})
	close(before)
	for _, name := range slices.Sorted(maps.Keys(c.Servers)) {
		if c.Servers[name].Disabled {
			continue
		}
		server := newServer(name, c.Servers[name], group)
		server.before, before = before, server.first // tools stand in the order of names
		if err := s.add(at, server); err != nil {
			return err
		}
		added = append(added, server)
	}
	for _, server := range added {
		if err := server.started(ctx); err != nil {
			return err
		}
	}
	return nil
}

func newServer(name string, c ServerConfig, g *group) *Server {
	return &Server{
		name: name, config: c, group: g, log: g.servers.log,
		changed: make(chan struct{}, 1), first: make(chan struct{}),
		status: Status{State: StateConnecting},
	}
}

// add reserves the name and starts the supervisor in a scope of its own.
func (s *Servers) add(at *scope.Scope, server *Server) (err error) {
	name := server.name
	if server.scope, err = at.Child("mcp server " + name); err != nil {
		return err
	}
	s.mu.Lock()
	taken := s.live[name] != nil
	if !taken {
		s.live[name] = server
	}
	s.mu.Unlock()
	if taken {
		return &Error{
			Code: CodeNameTaken, Server: name, Message: "a live server has this name: choose another",
		}
	}
	if _, err := server.scope.Defer("name", func(context.Context) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.live, name)
		return nil
	}); err != nil {
		return err
	}
	if err := server.addSection(); err != nil {
		return err
	}
	return server.scope.Go("supervisor", server.supervise)
}

// started waits for the first attempt. Its failure is an error only where the
// configuration says so.
func (s *Server) started(ctx context.Context) error {
	select {
	case <-s.first:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if st := s.Status(); s.config.FailOnStartupError && st.State != StateReady {
		return st.Err
	}
	return nil
}

// All returns the live servers, sorted by name.
func (s *Servers) All() []*Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Collect(maps.Values(s.live))
	slices.SortFunc(all, func(a, b *Server) int { return strings.Compare(a.name, b.name) })
	return all
}
