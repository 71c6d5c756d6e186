package serve

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/tools"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	errSessionOver  = errors.New("the client's session ended")
	errDisconnected = errors.New("the client went away")
)

// session is one client with its agent.
type session struct {
	server *Server
	client *sdk.ServerSession
	id     string
	agent  Agent
	ctx    context.Context // ends with the session
	cancel context.CancelCauseFunc
	gate   gate
	calls  atomic.Int64

	reporters sync.Map // call id to *reporter
	links     links
	listing   listing
	closed    chan struct{} // closed when the agent is gone
}

// session returns the client's session, made at its first request that needs
// one: only then is it known what the client can do.
func (s *Server) session(ctx context.Context, client *sdk.ServerSession) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if own := s.sessions[client]; own != nil {
		return own, nil
	}
	if s.closed {
		return nil, &Error{Code: CodeClosed, Message: "the server is being closed"}
	}
	own, err := s.open(context.WithoutCancel(ctx), client)
	if err != nil {
		s.log.Error("a client's agent could not be made", "error", err)
		return nil, &Error{Code: CodeAgent, Message: "the client's agent could not be made", Err: err}
	}
	s.sessions[client] = own
	s.running.Go(func() {
		_ = client.Wait() // how it ended is the transport's matter
		s.forget(client)
	})
	return own, nil
}

func (s *Server) open(ctx context.Context, client *sdk.ServerSession) (*session, error) {
	own := &session{
		server: s, client: client, id: s.nextClient(),
		gate: gate{limit: s.options.MaxParallel}, closed: make(chan struct{}),
	}
	var err error
	if own.agent, err = s.options.NewAgent(own.withPeer(ctx), own.id); err != nil {
		return nil, err
	}
	own.ctx, own.cancel = context.WithCancelCause(ctx)
	if err := own.attach(); err != nil {
		own.cancel(err)
		return nil, errors.Join(err, own.agent.Close(ctx))
	}
	return own, nil
}

// attach lets the client follow its bodies and answer policies' questions.
func (s *session) attach() error {
	registry := s.server.options.Registry
	if err := registry.Events.Progress.On(s.agent.Scope, s.progressed); err != nil {
		return err
	}
	switch {
	case !canElicit(s.client.InitializeParams()):
		return s.denyAsks()
	case s.agent.Answered:
		return nil
	}
	_, err := registry.ProvideApprover(s.agent.Scope, approver{s})
	return err
}

// forget takes a client's agent down.
func (s *Server) forget(client *sdk.ServerSession) {
	s.mu.Lock()
	own := s.sessions[client]
	s.mu.Unlock()
	own.cancel(errSessionOver)
	if err := own.agent.Close(context.WithoutCancel(own.ctx)); err != nil {
		s.log.Warn("a client's agent did not end cleanly", "client", own.id, "error", err)
	}
	s.mu.Lock()
	delete(s.sessions, client)
	s.mu.Unlock()
	close(own.closed)
}

// settle waits until nothing of a client is left.
func (s *Server) settle(client *sdk.ServerSession) {
	s.mu.Lock()
	own := s.sessions[client]
	s.mu.Unlock()
	if own != nil {
		<-own.closed
	}
}

func (s *session) nextCall() string {
	return s.id + "-" + strconv.FormatInt(s.calls.Add(1), 10)
}

// fuse returns a context that also ends with the session and with the HTTP
// request that carries the call.
func (s *session) fuse(ctx context.Context, extra *sdk.RequestExtra) (context.Context, func()) {
	fused, cancel := context.WithCancelCause(ctx)
	stops := []func() bool{context.AfterFunc(s.ctx, func() { cancel(context.Cause(s.ctx)) })}
	if carrier, ok := s.server.carrier(extra); ok {
		stops = append(stops, context.AfterFunc(carrier, func() { cancel(errDisconnected) }))
	}
	return fused, func() {
		for _, stop := range stops {
			stop()
		}
		cancel(nil)
	}
}

func (s *session) registration(name string) (*tools.Registration, bool) {
	return s.server.options.Registry.Get(name, s.agent.Identity.Key, nil)
}
