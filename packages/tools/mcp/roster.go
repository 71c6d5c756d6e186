package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// roster is the registered tools of one server. Only the server's supervisor
// changes it.
type roster struct {
	mu      sync.Mutex
	entries []entry
}

// entry is one registered tool, as it was listed.
type entry struct {
	tool     *remoteTool
	deferred bool
	undo     scope.Undo
}

// register puts a new listing in the place of the old one. Tools that did not
// change stay registered, so that calls and steps that hold them go on; a
// conflict with another tool of the scope leaves none (§13).
func (s *Server) register(listed []listedTool) (int, error) {
	deferred := s.defers(len(listed))
	ctx := s.scope.Context()
	kept := s.roster.drop(ctx, s.log, unchanged(listed, deferred))
	for _, t := range listed {
		if kept[t.Name] {
			continue
		}
		remote := s.remote(t)
		undo, err := s.group.servers.registry.Register(s.scope, remote.definition(deferred))
		if err != nil {
			s.roster.clear(ctx, s.log)
			return 0, err
		}
		s.roster.add(entry{remote, deferred, undo})
	}
	return len(listed), s.group.offerSearch(deferred && len(listed) > 0)
}

// unchanged says which entries a new listing has in the same form.
func unchanged(listed []listedTool, deferred bool) func(entry) bool {
	byName := make(map[string]*listedTool, len(listed))
	for i := range listed {
		byName[listed[i].Name] = &listed[i]
	}
	return func(e entry) bool {
		now := byName[e.tool.listed.Name]
		return now != nil && e.deferred == deferred && e.tool.listed.equal(now)
	}
}

// defers says whether a listing of n tools is marked for deferred loading.
func (s *Server) defers(n int) bool {
	if s.config.DeferLoading != nil {
		return *s.config.DeferLoading
	}
	above := s.group.config.DeferAbove
	return above >= 0 && n > above
}

func (t *listedTool) equal(u *listedTool) bool {
	return t.Name == u.Name && t.Title == u.Title && t.Description == u.Description &&
		t.Annotations == u.Annotations && t.Execution == u.Execution &&
		t.InputSchema.Text() == u.InputSchema.Text() && t.OutputSchema.Text() == u.OutputSchema.Text()
}

func (r *roster) add(e entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, e)
}

// drop unregisters what keep refuses and returns the names that stay.
func (r *roster) drop(ctx context.Context, log *slog.Logger, keep func(entry) bool) map[string]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := map[string]bool{}
	var kept []entry
	for _, e := range r.entries {
		if keep(e) {
			kept, names[e.tool.listed.Name] = append(kept, e), true
		} else if err := e.undo(ctx); err != nil { // the tool is gone all the same
			log.Warn("an observer of the tools failed", "error", err)
		}
	}
	r.entries = kept
	return names
}

func (r *roster) clear(ctx context.Context, log *slog.Logger) {
	r.drop(ctx, log, func(entry) bool { return false })
}

// Problem is something about a tool that its user should know.
type Problem struct {
	// Tool is the tool as the server calls it.
	Tool string
	// Err says what is wrong.
	Err error
}

// Problems returns the tools whose schemas cannot be checked whole; only what the
// subset can say of them is enforced, and the server checks the rest. It compiles
// all schemas that were not needed yet.
func (s *Server) Problems() (problems []Problem) {
	s.roster.mu.Lock()
	defer s.roster.mu.Unlock()
	for _, e := range s.roster.entries {
		t := e.tool
		if err := t.input.problem(); err != nil {
			problems = append(problems, Problem{t.listed.Name, fmt.Errorf("input: %w", err)})
		}
		if t.output == nil {
			continue
		}
		if err := t.output.problem(); err != nil {
			problems = append(problems, Problem{t.listed.Name, fmt.Errorf("output: %w", err)})
		}
	}
	return problems
}
