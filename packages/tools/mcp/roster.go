package mcp

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// roster is the registered tools of one server. Only the server's supervisor
// changes it.
type roster struct {
	mu      sync.Mutex
	group   *tools.Group
	entries []entry
}

// entry is one registered tool, as it was listed.
type entry struct {
	tool     *remoteTool
	deferred bool
}

// register puts a new listing in the place of the old one, in one step. Tools
// that did not change stay registered, so that calls and steps that hold them go
// on; a conflict with another tool of the scope leaves none (§13).
func (s *Server) register(listed []listedTool) (int, error) {
	deferred := s.defers(len(listed))
	same := unchanged(listed, deferred)
	names, entries := s.roster.keep(s.name, same)
	var added []tools.Definition
	for _, t := range listed {
		if !names[PublicName(s.name, t.Name)] {
			remote := s.remote(t)
			entries = append(entries, entry{remote, deferred})
			added = append(added, remote.definition(deferred))
		}
	}
	kept := func(r *tools.Registration) bool { return names[r.Name()] }
	group, err := s.group.servers.registry.Swap(s.scope, s.roster.group, kept, added)
	if err != nil {
		s.roster.clear(s.scope.Context(), s.log)
		return 0, err
	}
	s.roster.set(group, entries)
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

// keep returns the entries that stay, and their registered names.
func (r *roster) keep(server string, stays func(entry) bool) (names map[string]bool, kept []entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	names = map[string]bool{}
	for _, e := range r.entries {
		if stays(e) {
			kept = append(kept, e)
			names[PublicName(server, e.tool.listed.Name)] = true
		}
	}
	return names, kept
}

func (r *roster) set(g *tools.Group, entries []entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.group, r.entries = g, entries
}

// clear takes all tools out.
func (r *roster) clear(ctx context.Context, log *slog.Logger) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.group != nil {
		if err := r.group.Close(ctx); err != nil { // the tools are gone all the same
			log.Warn("an observer of the tools failed", "error", err)
		}
	}
	r.group, r.entries = nil, nil
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
