package mcp

import (
	"context"
	"log/slog"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// State is where a server is in its life.
type State string

const (
	// StateConnecting: a connection is being made, or the next attempt awaited.
	StateConnecting State = "connecting"
	// StateReady: connected, and its tools are those of its last listing.
	StateReady State = "ready"
	// StateFailed: given up; its tools are gone.
	StateFailed State = "failed"
	// StateClosed: taken down.
	StateClosed State = "closed"
)

// Status is a snapshot of a server.
type Status struct {
	State State
	// Tools is how many tools are registered, Skipped how many entries of the
	// listing were no tools.
	Tools, Skipped int
	// Err is the last failure, nil if what followed it succeeded.
	Err error
}

// Server is one supervised server. Get one from [Servers.Add]. Safe for
// concurrent use.
type Server struct {
	name   string
	config ServerConfig
	group  *group
	scope  *scope.Scope
	log    *slog.Logger

	changed chan struct{}   // the list of tools may have changed
	first   chan struct{}   // closed after the first attempt
	before  <-chan struct{} // closed when its tools may be registered
	once    sync.Once
	roster  roster

	mu           sync.Mutex
	current      *generation
	status       Status
	instructions string
	redact       redactor
}

// Name returns the server's name.
func (s *Server) Name() string { return s.name }

// Config returns the server's configuration with its defaults.
func (s *Server) Config() ServerConfig { return s.config }

// Status returns a snapshot.
func (s *Server) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Instructions returns what the server wants a model to know about it, "" if it
// says nothing or was never connected.
func (s *Server) Instructions() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.instructions
}

// Refresh asks for a new listing, as the server's own notification does. It does
// not wait.
func (s *Server) Refresh() {
	select {
	case s.changed <- struct{}{}:
	default: // one is due already
	}
}

// call calls a tool through the current connection. Tools stay registered while
// the server is away and fail one by one (§13).
func (s *Server) call(
	ctx context.Context, x *tools.Exec, name string, args jsonvalue.Value,
) (jsonvalue.Value, error) {
	s.mu.Lock()
	g, status, redact := s.current, s.status, s.redact
	s.mu.Unlock()
	if g == nil {
		return jsonvalue.Value{}, &Error{
			Code: CodeNotConnected, Server: s.name,
			Message: "not connected, being reconnected", Err: status.Err,
		}
	}
	v, err := g.call(ctx, x, name, args)
	if e, ok := err.(*Error); ok { // made by call itself
		e.Message, e.Err = redact.text(e.Message), redact.err(e.Err)
	}
	return v, err
}

func (s *Server) set(g *generation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = g
}

func (s *Server) report(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

// failed notes a failure and returns it as an [*Error] without secrets.
func (s *Server) failed(code Code, message string, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &Error{Code: code, Server: s.name, Message: message, Err: s.redact.err(err)}
	s.status.Err = e
	return e
}

func (s *Server) attempted() { s.once.Do(func() { close(s.first) }) }
