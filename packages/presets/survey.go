package presets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// The members of a file and of a row, and what each must be.
var (
	fileMembers = map[string]string{"preset": "a name", "rows": "a list", "mcpServers": "a mapping"}
	rowMembers  = map[string]string{
		"plugin": "a name", "config": "a mapping", "disabled": "true or false",
	}
)

// places is where the parts of a file are that errors name.
type places struct {
	preset Place
	rows   []Place
}

// survey checks the shape of a file and returns where its preset and its rows are.
// What it refuses is named by file, line and member, with what would be right.
func survey(name string, text []byte) (found places, err error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return found, badYAML(name, err)
	}
	s := &surveyor{name: name}
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			return found, s.refuse(doc.Body, "a second document: keep one in a file")
		}
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil || file.Docs[0].Body.Type() == ast.NullType {
		return found, nil
	}
	top, err := s.members("the file", file.Docs[0].Body, fileMembers)
	if err != nil {
		return found, err
	}
	if preset := top["preset"]; preset != nil {
		found.preset = Place{File: name, Line: line(preset)}
	}
	if top["rows"] != nil {
		found.rows, err = s.rows(top["rows"])
	}
	return found, err
}

type surveyor struct{ name string }

func (s *surveyor) refuse(at ast.Node, format string, args ...any) error {
	return &Error{Code: CodeBadFile, Message: fmt.Sprintf(
		"%s:%d: ", s.name, line(at)) + fmt.Sprintf(format, args...)}
}

// members returns the members of a mapping by name, after checking that each is
// known and of its kind.
func (s *surveyor) members(what string, n ast.Node, known map[string]string) (map[string]ast.Node, error) {
	if !is(n, "a mapping") {
		return nil, s.refuse(n, "%s must be a mapping of %s", what, names(known))
	}
	found := map[string]ast.Node{}
	for _, m := range mapping(n) {
		key := m.Key.GetToken().Value
		want, ok := known[key]
		switch {
		case !ok:
			return nil, s.refuse(m.Key, "unknown field %q%s (known: %s)", key, meant(key, known), names(known))
		case !is(m.Value, want):
			return nil, s.refuse(m.Key, "%s must be %s", key, want)
		}
		found[key] = m.Value
	}
	return found, nil
}

func (s *surveyor) rows(n ast.Node) ([]Place, error) {
	list, ok := unwrap(n).(*ast.SequenceNode)
	if !ok {
		return nil, nil // null, or an alias
	}
	places, seen := make([]Place, len(list.Values)), map[string]int{}
	for i, row := range list.Values {
		members, err := s.members(fmt.Sprintf("rows[%d]", i), row, rowMembers)
		if err != nil {
			return nil, err
		}
		if members["plugin"] == nil || members["plugin"].Type() == ast.NullType {
			return nil, s.refuse(row, "rows[%d] has no plugin: name the plugin that the row mounts", i)
		}
		if plugin, ok := unwrap(members["plugin"]).(*ast.StringNode); ok {
			if first, twice := seen[plugin.Value]; twice {
				return nil, s.refuse(row, "rows[%d] is a second row of plugin %q: keep this one or that of line %d",
					i, plugin.Value, first)
			}
			seen[plugin.Value] = line(row)
		}
		places[i] = Place{File: s.name, Line: line(row), lines: map[string]int{}}
		if config := members["config"]; config != nil {
			places[i].note("", config)
		}
	}
	return places, nil
}

// note keeps the lines of a value's members.
func (p *Place) note(pointer string, n ast.Node) {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for _, m := range mapping(n) {
		at := pointer + "/" + escape.Replace(m.Key.GetToken().Value)
		p.lines[at] = line(m.Key)
		p.note(at, m.Value)
	}
	if list, ok := unwrap(n).(*ast.SequenceNode); ok {
		for i, element := range list.Values {
			at := fmt.Sprintf("%s/%d", pointer, i)
			p.lines[at] = line(element)
			p.note(at, element)
		}
	}
}

func names(known map[string]string) string { return strings.Join(sorted(known), ", ") }

func sorted(known map[string]string) []string {
	list := make([]string, 0, len(known))
	for name := range known {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func meant(name string, known map[string]string) string {
	near := Near(name, sorted(known))
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", near[0])
}

// badYAML is a text that is no YAML, by its line.
func badYAML(name string, err error) error {
	if e, ok := errors.AsType[yaml.Error](err); ok && e.GetToken() != nil {
		return &Error{Code: CodeBadFile, Message: fmt.Sprintf(
			"%s:%d: %s", name, e.GetToken().Position.Line, e.GetMessage())}
	}
	return &Error{Code: CodeBadFile, Message: name, Err: err}
}
