package llm

import "fmt"

// CheckHistory reports whether a conversation is one that every provider accepts, and
// returns nil if so. The rules:
//
//   - Each message has the fields of its role and says something; empty text blocks are
//     not allowed.
//   - The first message is a user message.
//   - The calls of an assistant message have a name and an id that is unique among them.
//   - Each of them is answered exactly once by the tool messages that follow directly, in
//     any order, before any other message.
//   - A tool message answers a call of the assistant message before it.
//
// An id may occur again in a later assistant message. The argument text of calls is not
// looked at: see [ToolCall.Input]. The error has [CodeHistory] and names the message by
// its index, counted from 0, and the mend.
func CheckHistory(messages []Message) error {
	h := history{}
	for i := range messages {
		if reason := h.next(&messages[i], i == 0); reason != "" {
			return historyError(i, reason)
		}
	}
	if id, ok := h.open(); ok {
		return historyError(len(messages)-1, fmt.Sprintf("the tool call %q has no result", id))
	}
	return nil
}

func historyError(index int, reason string) error {
	return &Error{Code: CodeHistory, Message: fmt.Sprintf("message %d: %s", index, reason)}
}

// history holds the calls of the latest assistant message, in order, and how many of them
// are answered.
type history struct {
	calls    []ToolCall
	answered map[string]bool
}

func (h *history) next(m *Message, first bool) string {
	if reason := m.misfit(); reason != "" {
		return reason
	}
	if first && m.Role != RoleUser {
		return fmt.Sprintf("a conversation begins with a user message, not with role %q", m.Role)
	}
	if m.Role == RoleTool {
		return h.answer(m.ToolResult)
	}
	if id, ok := h.open(); ok {
		return fmt.Sprintf("the tool call %q before it has no result", id)
	}
	if m.IsEmpty() {
		return "an empty message: leave it out"
	}
	if reason := emptyBlock(m.Content); reason != "" {
		return reason
	}
	return h.ask(m.ToolCalls)
}

// open returns the first call that has no result yet.
func (h *history) open() (id string, ok bool) {
	for _, c := range h.calls {
		if !h.answered[c.ID] {
			return c.ID, true
		}
	}
	return "", false
}

func (h *history) ask(calls []ToolCall) string {
	h.calls, h.answered = calls, nil
	if len(calls) == 0 {
		return ""
	}
	h.answered = make(map[string]bool, len(calls))
	for i, c := range calls {
		switch _, twice := h.answered[c.ID]; {
		case c.ID == "":
			return fmt.Sprintf("tool call %d has no id", i)
		case c.Name == "":
			return fmt.Sprintf("the tool call %q has no name", c.ID)
		case twice:
			return fmt.Sprintf("two tool calls have the id %q", c.ID)
		}
		h.answered[c.ID] = false
	}
	return ""
}

func (h *history) answer(r *ToolResult) string {
	switch done, known := h.answered[r.CallID]; {
	case !known:
		return fmt.Sprintf(
			"a result for the tool call %q, which the assistant message before it does not ask for",
			r.CallID)
	case done:
		return fmt.Sprintf("a second result for the tool call %q", r.CallID)
	}
	h.answered[r.CallID] = true
	return emptyBlock(r.Content)
}

func emptyBlock(c Content) string {
	for i, b := range c {
		switch b := b.(type) {
		case Text:
			if b.Text == "" {
				return fmt.Sprintf("content block %d is an empty text: leave it out", i)
			}
		case Image:
			if len(b.Data) == 0 || b.MediaType == "" {
				return fmt.Sprintf("content block %d is an image without data or media type", i)
			}
		default:
			return fmt.Sprintf("content block %d is of type %T", i, b)
		}
	}
	return ""
}

// Check reports whether a model can be asked this: the conversation passes
// [CheckHistory] and ends with a message that is not the assistant's, tools have distinct
// names, and the tool choice can be met. Errors of the conversation have [CodeHistory],
// others [CodeInvalidRequest].
func (r *Request) Check() error {
	if len(r.Messages) == 0 {
		return &Error{Code: CodeHistory, Message: "a request needs at least one message"}
	}
	if err := CheckHistory(r.Messages); err != nil {
		return err
	}
	if last := len(r.Messages) - 1; r.Messages[last].Role == RoleAssistant {
		return historyError(last, "a request ends with a user or tool message")
	}
	return r.checkTools()
}

func (r *Request) checkTools() error {
	names := make(map[string]bool, len(r.Tools))
	for _, t := range r.Tools {
		if t.Name == "" || names[t.Name] {
			return invalidRequest("two tools, or a tool without a name: %q", t.Name)
		}
		names[t.Name] = true
	}
	switch c := r.ToolChoice; c.Mode {
	case "", ToolChoiceAuto, ToolChoiceNone:
	case ToolChoiceRequired:
		if len(r.Tools) == 0 {
			return invalidRequest("a tool call is required, but no tool is declared")
		}
	case ToolChoiceNamed:
		if !names[c.Name] {
			return invalidRequest("a call of the tool %q is required, but it is not declared", c.Name)
		}
	default:
		return invalidRequest("unknown tool choice %q", c.Mode)
	}
	return nil
}

func invalidRequest(format string, args ...any) error {
	return &Error{Code: CodeInvalidRequest, Message: fmt.Sprintf(format, args...)}
}
