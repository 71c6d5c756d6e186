package tstypes

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// MaxText is the length in bytes of the longest type text. The text of a deep schema is
// quadratic in its depth, because of the indentation, and shared parts are written out;
// beyond MaxText the type is [Unknown].
const MaxText = 64 << 20

// Unknown is the type of what cannot be described.
const Unknown = "unknown"

// jsonValue is the name of the alias for any JSON value.
const jsonValue = "JsonValue"

// Of returns the type text of a JSON Schema, given as [schema.CompileAny] takes it: a
// jsonvalue.Value, or maps and lists of Go. level is the level of indentation of the line
// that the text will begin on: members are indented by two spaces for each level beyond
// it, the closing brace by the level itself, the first line not at all. A schema outside
// the subset, at whatever depth, gives [Unknown] (R107).
func Of(raw any, level int) string {
	s, err := schema.CompileAny(raw)
	if err != nil {
		return Unknown
	}
	return Type(s, level)
}

// Type is [Of] for a compiled schema; nil gives [Unknown].
func Type(s *schema.Schema, level int) string {
	if s == nil {
		return Unknown
	}
	level = max(level, 0)
	m := measurer{}
	size := m.measure(s.Root()).at(int64(level))
	if size > MaxText {
		return Unknown
	}
	w := writer{known: m, text: make([]byte, 0, size)}
	w.node(s.Root(), level)
	return string(w.text)
}

// writer appends type text. The depth of its recursion is that of the schema.
type writer struct {
	known measurer
	text  []byte
}

func (w *writer) put(s string) { w.text = append(w.text, s...) }

// spaces is indentation for thirty-two levels.
const spaces = "                                                                "

func (w *writer) indent(level int) {
	for size := 2 * level; size > 0; size -= len(spaces) {
		w.put(spaces[:min(size, len(spaces))])
	}
}

// node writes one type; the kinds of nodes are those of the table in R107.
func (w *writer) node(v schema.View, level int) {
	switch v.Type() {
	case "array":
		w.array(v, level)
	case "object":
		w.object(v, level)
	case "oneOf":
		for i := range v.NumBranches() {
			if i > 0 {
				w.put(separator)
			}
			w.node(v.Branch(i), level)
		}
	default:
		w.put(scalarText(v))
	}
}

const separator = " | "

func (w *writer) array(v schema.View, level int) {
	items, ok := v.Items()
	switch {
	case !ok:
		w.put(jsonValue)
	case w.known.measure(items).bar:
		w.put("(")
		w.node(items, level)
		w.put(")")
	default:
		w.node(items, level)
	}
	w.put("[]")
}

func (w *writer) object(v schema.View, level int) {
	if v.NumMembers() == 0 {
		w.put(emptyObject(v))
		return
	}
	w.put("{\n")
	for i := range v.NumMembers() {
		m := v.Member(i)
		if doc, ok := comment(m.Node.Description()); ok {
			w.indent(level + 1)
			w.put(doc)
			w.put("\n")
		}
		w.indent(level + 1)
		w.put(memberKey(m))
		w.node(m.Node, level+1)
		w.put(";\n")
	}
	w.indent(level)
	w.put(objectEnd(v))
}

func emptyObject(v schema.View) string {
	if v.Closed() {
		return "Record<string, never>"
	}
	return "Record<string, " + jsonValue + ">"
}

// objectEnd closes an object with members; an open one takes any others too.
func objectEnd(v schema.View) string {
	if v.Closed() {
		return "}"
	}
	return "} & Record<string, " + jsonValue + ">"
}

func memberKey(m schema.MemberView) string {
	if m.Required {
		return key(m.Name) + ": "
	}
	return key(m.Name) + "?: "
}

// scalarText is the type of a node without parts: const before enum before the type.
func scalarText(v schema.View) string {
	if constant, ok := v.Const(); ok {
		return literal(constant)
	}
	if v.NumEnum() > 0 {
		literals := make([]string, v.NumEnum())
		for i := range literals {
			literals[i] = literal(v.Enum(i))
		}
		return strings.Join(literals, separator)
	}
	switch name := v.Type(); name {
	case "":
		return jsonValue
	case "integer":
		return "number"
	default:
		return name
	}
}
