package scripted_test

import (
	"os"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

// FuzzScript: whatever is a script can be written, read and played without a panic.
func FuzzScript(f *testing.F) {
	greeting, err := os.ReadFile("testdata/greeting.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(greeting, "hello", 3)
	f.Add([]byte(`{"version":1,"name":"","turns":[{"respond":{"text":"é"}}],"then":"repeat"}`), "", 0)
	f.Fuzz(func(t *testing.T, text []byte, question string, answers int) {
		script, err := scripted.Parse(text)
		if err != nil {
			if llm.CodeOf(err) != scripted.CodeScript {
				t.Fatal(err)
			}
			return
		}
		written, err := script.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scripted.Parse(written); err != nil {
			t.Fatal(err)
		}
		player := scripted.NewPlayer(script, 0)
		messages := []llm.Message{llm.UserMessage(question + "?")}
		for range min(answers, 8) {
			r, err := player.Generate(t.Context(), llm.Request{Messages: messages}, func(llm.Event) {})
			if err != nil {
				continue
			}
			if !r.Message.IsEmpty() {
				messages = append(messages, r.Message)
			}
			for _, c := range r.Message.ToolCalls {
				messages = append(messages, llm.ToolMessage(llm.ToolResult{CallID: c.ID}))
			}
			messages = append(messages, llm.UserMessage("more"))
			if err := llm.CheckHistory(messages); err != nil {
				t.Fatal(err)
			}
		}
	})
}
