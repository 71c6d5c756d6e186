package testkit

import (
	"strconv"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Calls returns calls with the ids "call-1", "call-2" and so on, from pairs of
// a tool name and its argument text. A last name without arguments gets none.
func Calls(pairs ...string) []tools.RawCall {
	var calls []tools.RawCall
	for i := 0; i < len(pairs); i += 2 {
		c := tools.RawCall{CallID: "call-" + strconv.Itoa(len(calls)+1), Name: pairs[i]}
		if i+1 < len(pairs) {
			c.Arguments = pairs[i+1]
		}
		calls = append(calls, c)
	}
	return calls
}

// Note returns a user-role context message with this text, written by a plugin.
func Note(text string) llm.Message {
	return llm.Message{
		Role: llm.RoleUser, Content: llm.TextContent(text),
		Source: llm.Source{Kind: llm.SourcePlugin, Name: "testkit"},
	}
}

// Notes returns the texts of context messages.
func Notes(messages []llm.Message) []string {
	var texts []string
	for _, m := range messages {
		texts = append(texts, m.Content.Text())
	}
	return texts
}

// Status is a result in one word: its failure's code, "error" for a plain
// failure, or "ok".
func Status(r *tools.Result) string {
	switch f := r.Failure(); {
	case f == nil:
		return "ok"
	case f.Code() != "":
		return string(f.Code())
	}
	return "error"
}
