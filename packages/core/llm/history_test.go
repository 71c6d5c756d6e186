package llm_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/llm"
)

func user(text string) llm.Message { return llm.UserMessage(text) }

func says(text string, ids ...string) llm.Message {
	m := llm.Message{Role: llm.RoleAssistant, Content: llm.TextContent(text)}
	for _, id := range ids {
		m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: id, Name: "tool", Arguments: "{}"})
	}
	return m
}

func result(id string) llm.Message {
	return llm.ToolMessage(llm.ToolResult{CallID: id, Content: llm.TextContent("done")})
}

func TestCheckHistoryAccepts(t *testing.T) {
	cases := map[string][]llm.Message{
		"nothing":                  nil,
		"question":                 {user("a")},
		"questions in a row":       {user("a"), user("b")},
		"answer":                   {user("a"), says("b"), user("c"), says("d")},
		"calls":                    {user("a"), says("", "1", "2"), result("1"), result("2"), says("done")},
		"results in another order": {user("a"), says("b", "1", "2"), result("2"), result("1")},
		"an id again later":        {user("a"), says("", "1"), result("1"), says("", "1"), result("1")},
		"context after results":    {user("a"), says("", "1"), result("1"), user("context"), says("b")},
		"empty result":             {user("a"), says("", "1"), llm.ToolMessage(llm.ToolResult{CallID: "1"})},
		"malformed arguments": {user("a"), {Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{
			{ID: "1", Name: "t", Arguments: "{"},
		}}, result("1")},
		"interrupted": {user("a"), {Role: llm.RoleAssistant, Content: llm.TextContent("so"), Interrupted: true}, user("b")},
	}
	for name, messages := range cases {
		if err := llm.CheckHistory(messages); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckHistoryRefuses(t *testing.T) {
	noName := says("", "1")
	noName.ToolCalls[0].Name = ""
	cases := []struct {
		name     string
		messages []llm.Message
		reason   string
	}{
		{"answer first", []llm.Message{says("a")}, "message 0: a conversation begins with a user message"},
		{"result first", []llm.Message{result("1")}, "message 0: a conversation begins with a user message"},
		{"unknown role", []llm.Message{{Role: "system"}}, "message 0: unknown role"},
		{"empty question", []llm.Message{user("")}, "message 0: an empty message"},
		{"empty answer", []llm.Message{user("a"), says("")}, "message 1: an empty message"},
		{"thoughts only", []llm.Message{user("a"), {Role: llm.RoleAssistant, Reasoning: []llm.Reasoning{{Text: "x"}}}}, "message 1: an empty message"},
		{"empty block", []llm.Message{{Role: llm.RoleUser, Content: llm.Content{llm.Text{Text: "a"}, llm.Text{}}}}, "message 0: content block 1 is an empty text"},
		{"image without data", []llm.Message{{Role: llm.RoleUser, Content: llm.Content{llm.Text{Text: "a"}, llm.Image{MediaType: "i"}}}}, "content block 1 is an image without"},
		{"nil block", []llm.Message{{Role: llm.RoleUser, Content: llm.Content{llm.Text{Text: "a"}, nil}}}, "content block 1 is of type <nil>"},
		{"call without result", []llm.Message{user("a"), says("", "1")}, `message 1: the tool call "1" has no result`},
		{"one of two without result", []llm.Message{user("a"), says("", "1", "2"), result("2")}, `message 2: the tool call "1" has no result`},
		{"message before the result", []llm.Message{user("a"), says("", "1"), user("b"), result("1")}, `message 2: the tool call "1" before it has no result`},
		{"answer before the result", []llm.Message{user("a"), says("", "1"), says("b")}, `message 2: the tool call "1" before it has no result`},
		{"second result", []llm.Message{user("a"), says("", "1"), result("1"), result("1")}, `message 3: a second result for the tool call "1"`},
		{"orphan", []llm.Message{user("a"), says("", "1"), result("2")}, `message 2: a result for the tool call "2"`},
		{"late result", []llm.Message{user("a"), says("", "1"), result("1"), says("b"), result("1")}, `message 4: a result for the tool call "1"`},
		{"call without id", []llm.Message{user("a"), says("", "")}, "message 1: tool call 0 has no id"},
		{"call without name", []llm.Message{user("a"), noName}, `message 1: the tool call "1" has no name`},
		{"one id twice", []llm.Message{user("a"), says("", "1", "1")}, `message 1: two tool calls have the id "1"`},
		{"calls of a user", []llm.Message{{Role: llm.RoleUser, ToolCalls: []llm.ToolCall{{}}}}, "message 0: only an assistant message"},
		{"empty block in a result", []llm.Message{user("a"), says("", "1"), llm.ToolMessage(llm.ToolResult{CallID: "1", Content: llm.Content{llm.Text{}}})}, "message 2: content block 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := llm.CheckHistory(c.messages)
			if llm.CodeOf(err) != llm.CodeHistory || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error = %v, want %s", err, c.reason)
			}
		})
	}
}

// Whatever is cut out of a valid history, the check finds it by the definition: each call
// is answered once, directly after it.
func TestCheckHistoryAgreesWithTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := []llm.Message{user("a")}
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				messages = append(messages, user("x"))
			case 1:
				ids := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"1", "2", "3"}), 0, 3, rapid.ID).Draw(t, "ids")
				messages = append(messages, says("x", ids...))
			default:
				messages = append(messages, result(rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "id")))
			}
		}
		if got, want := llm.CheckHistory(messages) == nil, isAnswered(messages); got != want {
			t.Fatalf("check says %v, the definition %v", llm.CheckHistory(messages), want)
		}
	})
}

// isAnswered cuts the list into blocks of one message and the results behind it.
func isAnswered(messages []llm.Message) bool {
	for i := 0; i < len(messages); {
		want, got := map[string]int{}, map[string]int{}
		for _, c := range messages[i].ToolCalls {
			want[c.ID]++
		}
		for i++; i < len(messages) && messages[i].Role == llm.RoleTool; i++ {
			got[messages[i].ToolResult.CallID]++
		}
		if len(got) != len(want) {
			return false
		}
		for id, n := range got {
			if n != 1 || want[id] != 1 {
				return false
			}
		}
	}
	return true
}

func TestRequestCheck(t *testing.T) {
	tool := llm.ToolDeclaration{Name: "t"}
	messages := []llm.Message{user("a")}
	choice := func(mode, name string) llm.ToolChoice { return llm.ToolChoice{Mode: mode, Name: name} }
	cases := []struct {
		name    string
		request llm.Request
		code    llm.Code
	}{
		{"question", llm.Request{Messages: messages}, ""},
		{"no messages", llm.Request{}, llm.CodeHistory},
		{"broken history", llm.Request{Messages: []llm.Message{result("1")}}, llm.CodeHistory},
		{"answer last", llm.Request{Messages: []llm.Message{user("a"), says("b")}}, llm.CodeHistory},
		{"result last", llm.Request{Messages: []llm.Message{user("a"), says("", "1"), result("1")}}, ""},
		{"two tools of one name", llm.Request{Messages: messages, Tools: []llm.ToolDeclaration{tool, tool}}, llm.CodeInvalidRequest},
		{"tool without name", llm.Request{Messages: messages, Tools: []llm.ToolDeclaration{{}}}, llm.CodeInvalidRequest},
		{"any tool", llm.Request{Messages: messages, Tools: []llm.ToolDeclaration{tool}, ToolChoice: choice(llm.ToolChoiceRequired, "")}, ""},
		{"any tool of none", llm.Request{Messages: messages, ToolChoice: choice(llm.ToolChoiceRequired, "")}, llm.CodeInvalidRequest},
		{"this tool", llm.Request{Messages: messages, Tools: []llm.ToolDeclaration{tool}, ToolChoice: choice(llm.ToolChoiceNamed, "t")}, ""},
		{"another tool", llm.Request{Messages: messages, Tools: []llm.ToolDeclaration{tool}, ToolChoice: choice(llm.ToolChoiceNamed, "u")}, llm.CodeInvalidRequest},
		{"unknown choice", llm.Request{Messages: messages, ToolChoice: choice("maybe", "")}, llm.CodeInvalidRequest},
		{"no tool", llm.Request{Messages: messages, ToolChoice: choice(llm.ToolChoiceNone, "")}, ""},
	}
	for _, c := range cases {
		if err := c.request.Check(); llm.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %q", c.name, err, c.code)
		}
	}
}
