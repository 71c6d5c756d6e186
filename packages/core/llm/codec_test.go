package llm_test

import (
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

func TestMessageText(t *testing.T) {
	cases := []struct {
		name    string
		message llm.Message
		want    string
	}{
		{"user", llm.UserMessage("hi <b>"), `{"role":"user","content":[{"type":"text","text":"hi <b>"}],"source":{"kind":"user"}}`},
		{"context of a plugin", llm.Message{
			ID: "m1", Role: llm.RoleUser, Content: llm.TextContent("x"),
			Source: llm.Source{Kind: llm.SourcePlugin, Name: "repeat"},
		}, `{"id":"m1","role":"user","content":[{"type":"text","text":"x"}],"source":{"kind":"plugin","name":"repeat"}}`},
		{"image", llm.Message{Role: llm.RoleUser, Content: llm.Content{
			llm.Text{}, llm.Image{MediaType: "image/png", Data: []byte("\x00\xff")},
		}}, `{"role":"user","content":[{"type":"text","text":""},{"type":"image","mediaType":"image/png","data":"AP8="}]}`},
		{"calls", llm.Message{
			Role: llm.RoleAssistant, Reasoning: []llm.Reasoning{{Text: "hm", Signature: "s"}, {Redacted: "r"}},
			ToolCalls: []llm.ToolCall{{ID: "c", Name: "read", Arguments: `{"n":1.0}`}, {ID: "d", Name: "x"}},
		}, `{"role":"assistant","reasoning":[{"text":"hm","signature":"s"},{"redacted":"r"}],` +
			`"toolCalls":[{"id":"c","name":"read","arguments":"{\"n\":1.0}"},{"id":"d","name":"x","arguments":""}]}`},
		{"interrupted", llm.Message{Role: llm.RoleAssistant, Content: llm.TextContent("so"), Interrupted: true},
			`{"role":"assistant","content":[{"type":"text","text":"so"}],"interrupted":true}`},
		{"result", llm.ToolMessage(llm.ToolResult{CallID: "c", Name: "read", Content: llm.TextContent("no"), IsError: true}),
			`{"role":"tool","toolResult":{"callId":"c","name":"read","content":[{"type":"text","text":"no"}],"isError":true}}`},
		{"empty result", llm.ToolMessage(llm.ToolResult{CallID: "c"}), `{"role":"tool","toolResult":{"callId":"c"}}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text, err := json.Marshal(c.message)
			if err != nil || string(text) != c.want {
				t.Fatalf("wrote %s, %v\nwant  %s", text, err, c.want)
			}
			var back llm.Message
			if err := json.Unmarshal(text, &back); err != nil {
				t.Fatal(err)
			}
			if !back.Equal(c.message) {
				t.Errorf("came back as %#v", back)
			}
		})
	}
}

func TestCodecRefuses(t *testing.T) {
	message := func() any { return new(llm.Message) }
	cases := []struct {
		name, text string
		into       func() any
		reason     string
	}{
		{"no role", `{"content":[]}`, message, "unknown role"},
		{"unknown role", `{"role":"system"}`, message, "unknown role"},
		{"unknown member", `{"role":"user","contents":[]}`, message, "contents"},
		{"member in another case", `{"Role":"user"}`, message, "Role"},
		{"block without type", `{"role":"user","content":[{"text":"x"}]}`, message, "without type"},
		{"unknown block", `{"role":"user","content":[{"type":"audio"}]}`, message, "audio"},
		{"text without text", `{"role":"user","content":[{"type":"text"}]}`, message, "exactly the members"},
		{"text with data", `{"role":"user","content":[{"type":"text","text":"","data":""}]}`, message, "exactly the members"},
		{"image without data", `{"role":"user","content":[{"type":"image","mediaType":"a"}]}`, message, "exactly the members"},
		{"image that is no base64", `{"role":"user","content":[{"type":"image","mediaType":"a","data":"*"}]}`, message, "base64"},
		{"content that is text", `{"role":"user","content":"x"}`, message, ""},
		{"null content", `{"role":"user","content":[null]}`, message, "without type"},
		{"unknown member of a block", `{"role":"user","content":[{"type":"text","text":"","x":1}]}`, message, "x"},
		{"unknown member of a call", `{"role":"assistant","toolCalls":[{"id":"","name":"","arguments":"","index":0}]}`, message, "index"},
		{"arguments that are an object", `{"role":"assistant","toolCalls":[{"id":"","name":"","arguments":{}}]}`, message, ""},
		{"calls of a user", `{"role":"user","toolCalls":[{"id":"","name":"","arguments":""}]}`, message, "only an assistant"},
		{"interrupted user", `{"role":"user","interrupted":true}`, message, "only an assistant"},
		{"tool without result", `{"role":"tool"}`, message, "tool result"},
		{"result of a user", `{"role":"user","toolResult":{"callId":"c"}}`, message, "tool result"},
		{"tool with content", `{"role":"tool","content":[{"type":"text","text":"x"}],"toolResult":{"callId":"c"}}`, message, "in the tool result"},
		{"repeated member", `{"role":"user","role":"user"}`, message, "duplicate"},
		{"invalid UTF-8", "{\"role\":\"user\",\"id\":\"\xff\"}", message, "UTF-8"},
		{"call alone", `{"id":"","name":"","arguments":"","x":1}`, func() any { return new(llm.ToolCall) }, "x"},
		{"result alone", `{"callId":"","x":1}`, func() any { return new(llm.ToolResult) }, "x"},
		{"declaration alone", `{"name":"","description":"","strict":true}`, func() any { return new(llm.ToolDeclaration) }, "strict"},
		{"lossy parameters", `{"name":"","description":"","parameters":{"x":-0}}`, func() any { return new(llm.ToolDeclaration) }, "negative zero"},
		{"request", `{"model":"x"}`, func() any { return new(llm.Request) }, "model"},
		{"response", `{"message":{"role":"assistant"},"choices":[]}`, func() any { return new(llm.Response) }, "choices"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := json.Unmarshal([]byte(c.text), c.into())
			if err == nil || !strings.Contains(err.Error(), c.reason) {
				t.Errorf("error = %v, want %q in it", err, c.reason)
			}
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	cases := map[string]any{
		"no role":           llm.Message{},
		"nil block":         llm.Content{nil},
		"calls of a user":   llm.Message{Role: llm.RoleUser, ToolCalls: []llm.ToolCall{{}}},
		"tool without one":  llm.Message{Role: llm.RoleTool},
		"invalid UTF-8":     llm.UserMessage("\xff"),
		"nil block deep in": llm.ToolMessage(llm.ToolResult{CallID: "c", Content: llm.Content{llm.Text{}, nil}}),
	}
	for name, v := range cases {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%s was written: %s", name, text)
		}
		if _, err := jsonvalue.Marshal(v); jsonvalue.CodeOf(err) != jsonvalue.CodeLossy {
			t.Errorf("%s as a value: %v", name, err)
		}
	}
}

func TestContentWithEncodingJSON(t *testing.T) {
	content := llm.Content{llm.Text{Text: "x"}, llm.Image{MediaType: "image/png", Data: []byte("d")}}
	text, err := stdjson.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	var back llm.Content
	if err := stdjson.Unmarshal(text, &back); err != nil || !back.Equal(content) {
		t.Errorf("%s came back as %v, %v", text, back, err)
	}
}

func drawContent(t *rapid.T, label string) llm.Content {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) llm.Block {
		if rapid.Bool().Draw(t, "image") {
			return llm.Image{
				MediaType: rapid.SampledFrom([]string{"image/png", ""}).Draw(t, "type"),
				Data:      rapid.SliceOfN(rapid.Byte(), 0, 9).Draw(t, "data"),
			}
		}
		return llm.Text{Text: rapid.String().Draw(t, "text")}
	}), 0, 3).Draw(t, label)
}

func drawMessage(t *rapid.T) llm.Message {
	word := rapid.SampledFrom([]string{"", "a", "é\n", `{"x":1.50}`, "{"})
	m := llm.Message{
		ID:     word.Draw(t, "id"),
		Role:   rapid.SampledFrom([]llm.Role{llm.RoleUser, llm.RoleAssistant, llm.RoleTool}).Draw(t, "role"),
		Source: llm.Source{Kind: word.Draw(t, "kind"), Name: word.Draw(t, "name")},
	}
	if m.Role == llm.RoleTool {
		m.ToolResult = &llm.ToolResult{
			CallID: word.Draw(t, "call"), Name: word.Draw(t, "tool"),
			Content: drawContent(t, "result"), IsError: rapid.Bool().Draw(t, "error"),
		}
		return m
	}
	m.Content = drawContent(t, "content")
	if m.Role == llm.RoleAssistant {
		m.Interrupted = rapid.Bool().Draw(t, "interrupted")
		for range rapid.IntRange(0, 2).Draw(t, "calls") {
			m.ToolCalls = append(m.ToolCalls, llm.ToolCall{
				ID: word.Draw(t, "id"), Name: word.Draw(t, "name"), Arguments: word.Draw(t, "arguments"),
			})
			m.Reasoning = append(m.Reasoning, llm.Reasoning{Text: word.Draw(t, "thought"), Redacted: word.Draw(t, "redacted")})
		}
	}
	return m
}

// What is written comes back the same, and is written as the same bytes again.
func TestCodecRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMessage(t)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back llm.Message
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(text) || !back.Equal(m) || !m.Equal(back) {
			t.Fatalf("%s came back as %s, %v", text, again, err)
		}
		v, err := jsonvalue.Marshal(m)
		if err != nil || v.Text() != string(text) {
			t.Fatalf("as a value: %s, %v", v, err)
		}
		var decoded llm.Message
		if err := v.Decode(&decoded); err != nil || !decoded.Equal(m) {
			t.Fatalf("from a value: %v", err)
		}
	})
}

func TestRequestAndResponseRoundTrip(t *testing.T) {
	parameters, err := jsonvalue.ParseString(`{"type":"object","properties":{"z":{"const":1.50},"a":{}}}`)
	if err != nil {
		t.Fatal(err)
	}
	warm := 0.0
	request := llm.Request{
		Selection: llm.Selection{Provider: "p", Model: "m", ReasoningEffort: "low"}, System: "s",
		Messages:   []llm.Message{llm.UserMessage("x")},
		Tools:      []llm.ToolDeclaration{{Name: "t", Description: "d", Parameters: parameters, DeferLoading: true}, {Name: "u"}},
		ToolChoice: llm.ToolChoice{Mode: llm.ToolChoiceNamed, Name: "t"}, MaxOutputTokens: 5,
		Temperature: &warm, StopSequences: []string{"\n"},
	}
	response := llm.Response{
		Message: llm.Message{Role: llm.RoleAssistant, Content: llm.TextContent("x")}, FinishReason: llm.FinishStop,
		Usage: llm.Usage{InputTokens: 1, OutputTokens: 2, ReasoningTokens: 3, CacheReadTokens: 4, CacheWriteTokens: 5},
		Model: "m", ID: "i", Dropped: []llm.DroppedCall{{Call: llm.ToolCall{ID: "c"}, Reason: "r"}},
		Warnings: []llm.Warning{{Subject: "t", Text: "w"}},
	}
	roundTrip(t, request)
	roundTrip(t, response)
	roundTrip(t, llm.Request{})
}

func roundTrip[T any](t *testing.T, v T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if diff := cmp.Diff(v, back); diff != "" {
		t.Error(diff)
	}
	if again, _ := json.Marshal(back); string(again) != string(text) {
		t.Errorf("%s was written again as %s", text, again)
	}
}

func TestEvents(t *testing.T) {
	cases := []struct {
		event llm.Event
		want  string
	}{
		{llm.TextDelta{Text: "x"}, `{"type":"text-delta","text":"x"}`},
		{llm.TextDelta{}, `{"type":"text-delta"}`},
		{llm.ReasoningDelta{Text: "x"}, `{"type":"reasoning-delta","index":0,"text":"x"}`},
		{llm.ReasoningDelta{Index: 2, Signature: "s", Redacted: "r"}, `{"type":"reasoning-delta","index":2,"signature":"s","redacted":"r"}`},
		{llm.ToolCallDelta{ID: "c", Name: "n", Arguments: "{"}, `{"type":"tool-call-delta","index":0,"id":"c","name":"n","arguments":"{"}`},
		{llm.UsageUpdate{Usage: llm.Usage{OutputTokens: 3}}, `{"type":"usage","usage":{"outputTokens":3}}`},
		{llm.UsageUpdate{}, `{"type":"usage","usage":{}}`},
		{llm.Finished{Reason: llm.FinishStop}, `{"type":"finished","reason":"stop"}`},
	}
	for _, c := range cases {
		v, err := llm.EncodeEvent(c.event)
		if err != nil || v.Text() != c.want {
			t.Errorf("wrote %s, %v; want %s", v, err, c.want)
		}
		if back, err := llm.DecodeEvent(v); err != nil || back != c.event {
			t.Errorf("%s came back as %#v, %v", v, back, err)
		}
	}
	for _, text := range []string{
		`{}`, `{"type":"text"}`, `{"type":"text-delta","name":"x"}`, `{"type":"text-delta","x":1}`, `[]`, `{"type":"finished","index":0}`,
	} {
		v, _ := jsonvalue.ParseString(text)
		if e, err := llm.DecodeEvent(v); llm.CodeOf(err) != llm.CodeFormat {
			t.Errorf("%s was read as %#v, %v", text, e, err)
		}
	}
	if _, err := llm.EncodeEvent(nil); llm.CodeOf(err) != llm.CodeFormat {
		t.Errorf("nil: %v", err)
	}
}
