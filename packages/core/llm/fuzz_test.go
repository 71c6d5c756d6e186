package llm_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// FuzzMessage: what decodes is written and read again without change, and no history of
// it makes the check panic.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"role":"user","content":[{"type":"text","text":"x"},{"type":"image","mediaType":"a","data":"AA=="}]}`,
		`{"role":"assistant","reasoning":[{"text":"a"}],"toolCalls":[{"id":"c","name":"n","arguments":"{"}],"interrupted":true}`,
		`{"role":"tool","toolResult":{"callId":"c","content":[],"isError":true},"source":{"kind":"k","name":"n"}}`,
		`{"role":"user","content":[null]}`, `{}`, `[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var m llm.Message
		if json.Unmarshal(text, &m) != nil {
			return
		}
		first, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back llm.Message
		if err := json.Unmarshal(first, &back); err != nil || !back.Equal(m) {
			t.Fatalf("%s came back as %#v, %v", first, back, err)
		}
		if second, err := json.Marshal(back); err != nil || string(second) != string(first) {
			t.Fatalf("%s was written again as %s, %v", first, second, err)
		}
		_ = llm.CheckHistory([]llm.Message{llm.UserMessage("a"), m, back})
		for _, c := range m.ToolCalls {
			c.Input()
		}
	})
}
