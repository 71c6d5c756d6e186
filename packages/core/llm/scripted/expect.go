package scripted

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// misses says in what a request departs from the expectation, or "".
func (e *Expect) misses(req *llm.Request) string {
	if e == nil {
		return ""
	}
	last := req.Messages[len(req.Messages)-1]
	calls, results, said := latest(req.Messages)
	if e.Role != "" && last.Role != e.Role {
		return fmt.Sprintf("expected a last message of role %s, got %s", e.Role, last.Role)
	}
	if part := missing(e.Contains, said); part != "" {
		return fmt.Sprintf("expected %q in what was said, got %s", part, excerpt(said))
	}
	if part := missing(e.System, req.System); part != "" {
		return fmt.Sprintf("expected %q in the system prompt", part)
	}
	if name := undeclared(e.Tools, req.Tools); name != "" {
		return fmt.Sprintf("expected the tool %q among those declared: %s", name, toolNames(req.Tools))
	}
	if e.Results == nil {
		return ""
	}
	if len(results) != len(e.Results) {
		return fmt.Sprintf("expected %d tool results, got %d", len(e.Results), len(results))
	}
	for i := range results {
		if reason := e.Results[i].misses(calls[i], results[i]); reason != "" {
			return fmt.Sprintf("tool result %d: %s", i+1, reason)
		}
	}
	return ""
}

func (e *ExpectResult) misses(call llm.ToolCall, result *llm.ToolResult) string {
	text := result.Content.Text()
	if e.Name != "" && call.Name != e.Name {
		return fmt.Sprintf("expected one of the tool %q, got one of %q", e.Name, call.Name)
	}
	if e.IsError != nil && result.IsError != *e.IsError {
		return fmt.Sprintf("expected isError %v, got %v: %s", *e.IsError, result.IsError, excerpt(text))
	}
	if part := missing(e.Contains, text); part != "" {
		return fmt.Sprintf("expected %q in it, got %s", part, excerpt(text))
	}
	return ""
}

// latest returns the calls of the last answer with their results in call order, and the
// text of everything after that answer.
func latest(messages []llm.Message) (calls []llm.ToolCall, results []*llm.ToolResult, said string) {
	start := len(messages)
	for start > 0 && messages[start-1].Role != llm.RoleAssistant {
		start--
	}
	byID := map[string]*llm.ToolResult{}
	var parts []string
	for i := start; i < len(messages); i++ {
		parts = append(parts, messages[i].Content.Text())
		if r := messages[i].ToolResult; r != nil {
			byID[r.CallID] = r
			parts = append(parts, r.Content.Text())
		}
	}
	if start > 0 {
		calls = messages[start-1].ToolCalls
	}
	for _, c := range calls {
		results = append(results, byID[c.ID])
	}
	return calls, results, strings.Join(parts, "\n")
}

// missing returns the first part that the text does not contain, or "".
func missing(parts []string, text string) string {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return part
		}
	}
	return ""
}

func undeclared(names []string, tools []llm.ToolDeclaration) string {
	for _, name := range names {
		found := false
		for i := range tools {
			found = found || tools[i].Name == name
		}
		if !found {
			return name
		}
	}
	return ""
}

func toolNames(tools []llm.ToolDeclaration) string {
	if len(tools) == 0 {
		return "(none)"
	}
	names := make([]string, len(tools))
	for i := range tools {
		names[i] = tools[i].Name
	}
	return strings.Join(names, ", ")
}

// excerpt quotes the beginning of a text.
func excerpt(text string) string {
	const most = 200
	runes := 0
	for i := range text {
		if runes == most {
			return fmt.Sprintf("%q…", text[:i])
		}
		runes++
	}
	return fmt.Sprintf("%q", text)
}
