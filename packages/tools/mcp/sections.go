package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// SectionOrder is the place of servers' instructions among prompt sections.
const SectionOrder = 120

// Sections returns the instructions of the servers some of whose tools an agent
// with this key may call, as prompt sections, sorted by name. The set is that of
// the agent's step, nil outside one.
func (s *Servers) Sections(key *scope.Key, set *tools.ToolSet) []tools.Section {
	var sections []tools.Section
	for _, server := range s.All() {
		if text := server.guidance(key, set); text != "" {
			sections = append(sections, tools.Section{
				Name: server.sectionName(), Order: SectionOrder, Text: text,
			})
		}
	}
	return sections
}

func (s *Server) sectionName() string { return "mcp:" + s.name }

// guidance is what a model should know of the server if it is offered any of its
// tools, "" otherwise (§1.6).
func (s *Server) guidance(key *scope.Key, set *tools.ToolSet) string {
	text := s.Instructions()
	prefix := PublicName(s.name, "")
	if text == "" || !s.offers(key, set, prefix) {
		return ""
	}
	return fmt.Sprintf("Instructions of the MCP server %q, whose tools begin with %s:\n%s", s.name, prefix, text)
}

func (s *Server) offers(key *scope.Key, set *tools.ToolSet, prefix string) bool {
	offered := s.group.servers.registry.Definitions(key, set)
	return slices.ContainsFunc(offered, func(r *tools.Registration) bool {
		return strings.HasPrefix(r.Name(), prefix)
	})
}

// addSection lets prompts have the server's instructions, as they are when a
// prompt is put together.
func (s *Server) addSection() error {
	prompt := s.group.servers.prompt
	if prompt == nil {
		return nil
	}
	_, err := prompt.AddSection(s.scope.Context(), s.scope, systemprompt.Section{
		Name: s.sectionName(), Order: SectionOrder, Literal: true,
		Make: func(_ context.Context, in *systemprompt.Input) (string, error) {
			set, _ := in.Tools.(*tools.ToolSet)
			return s.guidance(in.Key, set), nil
		},
	})
	return err
}
