package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// settle is how long a listing waits after a notification for more of them:
// servers often send one for each tool.
const settle = 50 * time.Millisecond

// supervise keeps the server connected until ctx ends or the attempts are used
// up. It owns the current generation: a new one is made only after the old one
// is gone.
func (s *Server) supervise(ctx context.Context) {
	defer s.attempted()
	for n := 0; ; n++ {
		g, err := s.establish(ctx, n)
		if g != nil {
			s.attempted()
			if s.serve(ctx, g) >= milliseconds(s.config.Reconnect.MaxDelayMs) {
				n = -1 // it was stable: the next outage starts afresh
			}
			err = s.retire(ctx, g)
		}
		if ctx.Err() != nil {
			s.report(func(st *Status) { st.State = StateClosed })
			return
		}
		if final(err) || !s.mayRetry(n) {
			s.giveUp(ctx, err)
			return
		}
		s.away(ctx, n, g != nil)
		s.attempted() // a host that ends at once has been told, too
		pause(ctx, s.config.Reconnect.delay(max(n, 0)))
	}
}

// away tells of attempt n: of the beginning of an outage, and of every connection
// that was lost, with a warning.
func (s *Server) away(ctx context.Context, n int, lost bool) {
	level := slog.LevelInfo
	if lost || n <= 0 {
		level = slog.LevelWarn
	}
	s.log.Log(ctx, level, "mcp server is away; it is tried again",
		"server", s.name, "attempt", n+1, "error", s.Status().Err)
}

// final reports whether a failure is one that no further attempt can mend: the old
// connection may still be there, or the configuration refers to what is not.
func final(err error) bool { return CodeOf(err) == CodeStuck || CodeOf(err) == CodeConfig }

// mayRetry reports whether another attempt may follow attempt n.
func (s *Server) mayRetry(n int) bool {
	r := s.config.Reconnect
	return *r.Enabled && n+1 <= r.MaxAttempts
}

// establish connects and lists; n counts the attempts. Either it succeeds whole or
// it leaves nothing.
func (s *Server) establish(ctx context.Context, n int) (*generation, error) {
	s.report(func(st *Status) { st.State = StateConnecting })
	e, err := s.group.servers.host.resolve(s.name, s.config)
	if err != nil {
		return nil, s.failed(CodeConfig, "the configuration cannot be used", err)
	}
	s.mu.Lock()
	s.redact = e.redact
	s.mu.Unlock()
	bounded, cancel := context.WithTimeoutCause(ctx, milliseconds(s.config.ConnectTimeoutMs), fmt.Errorf(
		"no answer within %d ms (connectTimeoutMs)", s.config.ConnectTimeoutMs))
	defer cancel()
	g, err := attempt{
		dial: s.group.servers.dial, endpoint: e, log: s.log,
		changed: s.Refresh, elicit: s.group.servers.elicitor, legacy: n%2 == 1,
	}.connect(bounded)
	if err != nil {
		return nil, s.failed(CodeConnect, "cannot connect", err)
	}
	s.mu.Lock()
	s.instructions = g.instructions()
	s.mu.Unlock()
	// Calls find the connection as soon as there are tools that want it.
	s.set(g)
	if err := s.sync(ctx, bounded, g); err != nil {
		return nil, joinStuck(err, s.retire(ctx, g))
	}
	return g, nil
}

// serve waits for the connection's end, renewing the listing when the server
// says that it changed. It returns how long that was.
func (s *Server) serve(ctx context.Context, g *generation) time.Duration {
	start := time.Now()
	for {
		select {
		case <-ctx.Done():
			return time.Since(start)
		case <-g.done:
			_ = s.failed(CodeConnectionLost, "the connection was lost", context.Cause(g.over))
			return time.Since(start)
		case <-s.changed:
			pause(ctx, settle)
			s.resync(ctx, g)
		}
	}
}

// resync lists again; a failure keeps the tools that are there.
func (s *Server) resync(ctx context.Context, g *generation) {
	select {
	case <-s.changed: // came while the list settled
	default:
	}
	bounded, cancel := context.WithTimeout(ctx, milliseconds(s.config.ConnectTimeoutMs))
	defer cancel()
	if err := s.sync(ctx, bounded, g); err != nil && g.over.Err() == nil {
		s.log.Warn("mcp server's new list of tools was not taken", "server", s.name, "error", err)
	}
}

// sync fetches the whole list within bounded, and puts it in the place of the old
// one when it is the server's turn.
func (s *Server) sync(ctx, bounded context.Context, g *generation) error {
	listed, skipped, err := g.listTools(bounded)
	if err != nil {
		if cause := context.Cause(bounded); cause != nil {
			err = cause
		}
		return s.failed(CodeListing, "the list of tools was not taken", g.explained(err))
	}
	select {
	case <-s.before:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	n, err := s.register(listed)
	if err != nil {
		return s.failed(CodeListing, "the list of tools was not taken", err)
	}
	s.report(func(st *Status) { *st = Status{State: StateReady, Tools: n, Skipped: skipped} })
	s.log.Info("mcp server is ready", "server", s.name, "tools", n, "skipped", skipped)
	return nil
}

// retire takes a generation out of use and waits until it is gone.
func (s *Server) retire(ctx context.Context, g *generation) error {
	s.set(nil)
	if err := g.close(ctx); err != nil {
		return s.failed(CodeStuck, "the old connection did not end, so no new one is made", err)
	}
	return s.Status().Err
}

// joinStuck lets the graver of two failures stand.
func joinStuck(err, closing error) error {
	if CodeOf(closing) == CodeStuck {
		return closing
	}
	return err
}

// giveUp takes the server's tools away.
func (s *Server) giveUp(ctx context.Context, err error) {
	s.roster.clear(ctx, s.log)
	s.report(func(st *Status) { st.State, st.Tools = StateFailed, 0 })
	s.log.Error("mcp server is given up; its tools are gone", "server", s.name, "error", err)
}

// pause waits, at most until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
