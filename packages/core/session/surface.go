package session

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// surface is the list of messages that the model sees, folded from the events in order (§19).
type surface struct {
	entries []entry
}

type entry struct {
	seq     int64 // of the event that put the message there
	kind    Type
	message llm.Message
}

// spot is where an event's message goes: in the place of entries[from:to].
type spot struct{ from, to int }

// body is the payload that the three message events have in common.
type body struct {
	Turn    int         `json:"turn"`
	Step    int         `json:"step"`
	Message llm.Message `json:"message"`
}

// decodeMessage returns the payload of an event that carries a message, and nil for the others.
func decodeMessage(e Event, typed any) (*body, error) {
	role := roleOf(e.Type)
	if role == "" {
		return nil, nil
	}
	b := bodyOf(typed)
	if b == nil {
		b = new(body)
		if err := e.Decode(b); err != nil {
			return nil, err
		}
	}
	if b.Message.Role != role || (role == llm.RoleTool) != (b.Message.ToolResult != nil) {
		return nil, atEvent(e.Seq, fail(CodeSurface,
			"the message of "+string(e.Type)+" has role "+quote(string(b.Message.Role))))
	}
	return b, nil
}

func roleOf(t Type) llm.Role {
	switch t {
	case TypeUserMessage:
		return llm.RoleUser
	case TypeAssistantMessage:
		return llm.RoleAssistant
	case TypeToolResult:
		return llm.RoleTool
	default:
		return ""
	}
}

// bodyOf copies the body out of a payload that is still at hand as a Go value, which is cheaper
// than decoding what it was encoded to.
func bodyOf(typed any) *body {
	switch v := typed.(type) {
	case UserMessage:
		return &body{v.Turn, v.Step, v.Message.Clone()}
	case AssistantMessage:
		return &body{v.Turn, v.Step, v.Message.Clone()}
	case ToolResult:
		return &body{v.Turn, v.Step, v.Message.Clone()}
	default:
		return nil
	}
}

// place finds where the message of e goes and checks that it may go there.
func (s *surface) place(e Event, b *body) (spot, error) {
	end := len(s.entries)
	switch {
	case b == nil && e.Surface == Surface{}:
		return spot{}, nil
	case b == nil:
		return spot{}, surfaceError(e, "only messages and tool results may change the surface")
	case e.Surface == Surface{Op: OpAppend}:
		return spot{end, end}, nil
	case e.Surface.Op == OpReplace:
		return s.placeReplacement(e, b)
	default:
		return spot{}, surfaceError(e, "the event needs the surface operation append or replace")
	}
}

func (s *surface) placeReplacement(e Event, b *body) (spot, error) {
	at := spot{s.find(e.Surface.Start), s.find(e.Surface.End) + 1}
	if at.from < 0 || at.to <= at.from {
		return spot{}, surfaceError(e, "the replaced run is not on the surface")
	}
	if e.Type == TypeToolResult {
		return at, s.checkResultReplacement(e, b, at)
	}
	splits := s.entries[at.from].kind == TypeToolResult ||
		at.to < len(s.entries) && s.entries[at.to].kind == TypeToolResult
	if splits || len(b.Message.ToolCalls) > 0 {
		return spot{}, surfaceError(e, "the replacement would part a call from its result")
	}
	return at, nil
}

// checkResultReplacement holds to the rule that a result may change the content of one result.
func (s *surface) checkResultReplacement(e Event, b *body, at spot) error {
	old := s.entries[at.from]
	if at.to != at.from+1 || old.kind != TypeToolResult {
		return surfaceError(e, "a tool result may replace exactly one tool result")
	}
	was, is := old.message.ToolResult, b.Message.ToolResult
	if was.CallID != is.CallID || was.IsError != is.IsError {
		return surfaceError(e, "a tool result's replacement may change nothing but its content")
	}
	return nil
}

// find returns the index of the message that event seq put on the surface, or -1.
func (s *surface) find(seq int64) int {
	for i := len(s.entries) - 1; i >= 0; i-- {
		if s.entries[i].seq == seq {
			return i
		}
	}
	return -1
}

// put puts the message of e in its place. Replacing makes a new list, so that snapshots of the old
// one stay as they are.
func (s *surface) put(e Event, b *body, at spot) {
	switch {
	case b == nil:
	case at.from == len(s.entries):
		s.entries = append(roomy(s.entries), entry{e.Seq, e.Type, b.Message})
	default:
		s.entries = slices.Replace(slices.Clone(s.entries), at.from, at.to,
			entry{e.Seq, e.Type, b.Message})
	}
}

func (s *surface) snapshot() surface { return surface{entries: slices.Clip(s.entries)} }

func (s *surface) messages() []llm.Message {
	messages := make([]llm.Message, 0, len(s.entries))
	for _, entry := range s.entries {
		m := entry.message
		m.Content = withoutEmpty(m.Content)
		if m.ToolResult != nil {
			result := *m.ToolResult
			result.Content = withoutEmpty(result.Content)
			m.ToolResult = &result
		}
		if !m.IsEmpty() {
			messages = append(messages, m)
		}
	}
	return messages
}

// withoutEmpty leaves out blocks that say nothing, because providers refuse them. The log keeps
// them: a replay shows what there was.
func withoutEmpty(content llm.Content) llm.Content {
	empty := func(b llm.Block) bool { return llm.Content{b}.IsEmpty() }
	if !slices.ContainsFunc(content, empty) {
		return content
	}
	return slices.DeleteFunc(slices.Clone(content), empty)
}

func surfaceError(e Event, message string) error { return atEvent(e.Seq, fail(CodeSurface, message)) }
