package session

import (
	"maps"
	"slices"
	"strings"
)

// Catalog says which event types a program knows. A log refuses to append a type that its catalogue
// lacks, and refuses to open when the store holds such a type, unless its writer had declared it
// ignorable. The zero value knows the types of this module. A Catalog is not safe for concurrent
// use; it is read when a log opens and not afterwards.
type Catalog struct {
	declared map[Type]bool // the value says whether readers may ignore the type
}

// Declare adds a plugin's event type, of the form group/name in lower-case letters, digits and
// dashes. Ignorable lets programs without the plugin open logs that have such events. Declaring a
// type twice, or one of this module's, is an error.
func (c *Catalog) Declare(t Type, ignorable bool) error {
	if !t.valid() {
		return &Error{Code: CodeUnknownType, Message: "event type " + quote(string(t)) +
			" is not of the form group/name in lower-case letters, digits and dashes"}
	}
	if _, taken := c.declared[t]; taken || builtin(t) || t == HeaderType {
		return &Error{Code: CodeUnknownType, Message: "event type " + quote(string(t)) +
			" is declared already"}
	}
	if c.declared == nil {
		c.declared = make(map[Type]bool)
	}
	c.declared[t] = ignorable
	return nil
}

// clone is nil-safe: a log without a catalogue of its own knows this module's types.
func (c *Catalog) clone() *Catalog {
	if c == nil {
		return &Catalog{}
	}
	return &Catalog{declared: maps.Clone(c.declared)}
}

func (c *Catalog) lookup(t Type) (known, ignorable bool) {
	if builtin(t) {
		return true, false
	}
	ignorable, known = c.declared[t]
	return known, ignorable
}

func unknownType(t Type) error {
	return &Error{Code: CodeUnknownType, Message: "event type " + quote(string(t)) +
		" is unknown; install the plugin that owns it or declare it in the log's catalogue"}
}

var builtinTypes = []Type{
	TypeTurnStart, TypeTurnEnd, TypeStepStart, TypeStepEnd, TypeUserMessage, TypeAssistantChunk,
	TypeAssistantMessage, TypeToolCall, TypeToolResult, TypeDispatchStart, TypeDispatch,
	TypeTodoWrite, TypeApprovalAsked, TypeApprovalDecided, TypeApprovalPolicy, TypeSandboxMode,
	TypePermissionPreset, TypeRequestHeader, TypeRequestContext, TypeEndSeed,
}

func builtin(t Type) bool { return slices.Contains(builtinTypes, t) }

// valid reports whether t has the form group/name. It also vouches that t needs no escaping in
// JSON.
func (t Type) valid() bool {
	group, name, found := strings.Cut(string(t), "/")
	return found && word(group) && word(name)
}

func word(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// quote keeps names from outside short and on one line.
func quote(s string) string {
	const most = 80
	cut := strings.ToValidUTF8(s, "\uFFFD")
	if runes := []rune(cut); len(runes) > most {
		cut = string(runes[:most]) + "…"
	}
	return `"` + strings.NewReplacer("\n", `\n`, "\r", `\r`, `"`, `\"`).Replace(cut) + `"`
}
