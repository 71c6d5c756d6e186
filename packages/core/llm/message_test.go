package llm_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

func TestContent(t *testing.T) {
	image := llm.Image{MediaType: "image/png", Data: []byte("x")}
	cases := []struct {
		name     string
		content  llm.Content
		text     string
		image    bool
		isEmpty  bool
		sameAsNo bool
	}{
		{"nothing", nil, "", false, true, true},
		{"no text", llm.TextContent(""), "", false, true, true},
		{"empty list", llm.Content{}, "", false, true, true},
		{"text", llm.TextContent("a"), "a", false, false, false},
		{"empty block", llm.Content{llm.Text{}}, "", false, true, false},
		{"texts and an image", llm.Content{llm.Text{Text: "a"}, image, llm.Text{Text: "b"}}, "a\nb", true, false, false},
		{"image", llm.Content{image}, "", true, false, false},
		{"image without data", llm.Content{llm.Image{}}, "", true, true, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.content.Text() != c.text || c.content.HasImage() != c.image || c.content.IsEmpty() != c.isEmpty {
				t.Errorf("text %q, image %v, empty %v", c.content.Text(), c.content.HasImage(), c.content.IsEmpty())
			}
			if c.content.Equal(nil) != c.sameAsNo || !c.content.Equal(c.content.Clone()) {
				t.Error("not equal to its copy, or to no content")
			}
		})
	}
	if (llm.Content{nil}).Equal(llm.TextContent("a")) || !(llm.Content{nil}).Equal((llm.Content{nil}).Clone()) {
		t.Error("nil blocks")
	}
	if (llm.Content{image}).Equal(llm.TextContent("a")) || llm.TextContent("a").Equal(llm.Content{image}) {
		t.Error("an image equals a text")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	m := llm.Message{
		Role: llm.RoleAssistant, Content: llm.Content{llm.Image{MediaType: "i", Data: []byte("x")}},
		Reasoning: []llm.Reasoning{{Text: "a"}}, ToolCalls: []llm.ToolCall{{ID: "c"}},
		ToolResult: &llm.ToolResult{CallID: "c", Content: llm.TextContent("y")},
	}
	n := m.Clone()
	n.Content[0].(llm.Image).Data[0] = '!'
	n.Reasoning[0].Text, n.ToolCalls[0].ID, n.ToolResult.CallID = "!", "!", "!"
	n.ToolResult.Content[0] = llm.Text{Text: "!"}
	if got := string(m.Content[0].(llm.Image).Data); got != "x" || m.Reasoning[0].Text != "a" ||
		m.ToolCalls[0].ID != "c" || m.ToolResult.CallID != "c" || m.ToolResult.Content.Text() != "y" {
		t.Error("the copy shares memory with the message")
	}
}

func TestEqualSeesEachField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := drawMessage(t), drawMessage(t)
		a, _ := jsonvalue.Marshal(m)
		b, _ := jsonvalue.Marshal(n)
		if got, want := m.Equal(n), a.Text() == b.Text(); got != want {
			t.Fatalf("%s equals %s: %v", a, b, got)
		}
		if !m.Equal(m.Clone()) {
			t.Fatalf("%s differs from its copy", a)
		}
	})
}

func TestToolCallInput(t *testing.T) {
	cases := []struct {
		arguments, want string
		ok              bool
	}{
		{"", "{}", true},
		{` {"b":1.50, "a":2} `, `{"b":1.50,"a":2}`, true},
		{`{"a":1,"a":2}`, `{"a":2}`, true},
		{"[1]", `{"malformed_arguments":"[1]"}`, false},
		{"null", `{"malformed_arguments":"null"}`, false},
		{`{"a":`, `{"malformed_arguments":"{\"a\":"}`, false},
		{`{"a":-0}`, `{"malformed_arguments":"{\"a\":-0}"}`, false},
		{" ", `{"malformed_arguments":" "}`, false},
	}
	for _, c := range cases {
		got, ok := llm.ToolCall{Arguments: c.arguments}.Input()
		if got.Text() != c.want || ok != c.ok {
			t.Errorf("%q: %s, %v; want %s", c.arguments, got, ok, c.want)
		}
	}
}

func TestSelection(t *testing.T) {
	s, err := llm.ParseSelection("openai/org/model:1")
	if err != nil || s.Provider != "openai" || s.Model != "org/model:1" || s.String() != "openai/org/model:1" {
		t.Errorf("%#v, %v", s, err)
	}
	for _, text := range []string{"", "model", "/model", "provider/"} {
		if _, err := llm.ParseSelection(text); llm.CodeOf(err) != llm.CodeUnknownModel {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := (llm.Selection{Model: "m"}).String(); got != "m" {
		t.Errorf("without provider: %q", got)
	}
}

func TestUsageAdd(t *testing.T) {
	got := llm.Usage{InputTokens: 1, OutputTokens: 2, ReasoningTokens: 3, CacheReadTokens: 4, CacheWriteTokens: 5}.
		Add(llm.Usage{InputTokens: 10, OutputTokens: 20, ReasoningTokens: 30, CacheReadTokens: 40, CacheWriteTokens: 50})
	want := llm.Usage{InputTokens: 11, OutputTokens: 22, ReasoningTokens: 33, CacheReadTokens: 44, CacheWriteTokens: 55}
	if got != want {
		t.Errorf("got %v", got)
	}
}

func TestDeclarationEqual(t *testing.T) {
	a, _ := jsonvalue.ParseString(`{"type":"object","x":1.0}`)
	b, _ := jsonvalue.ParseString(`{"x":1,"type":"object"}`)
	d := llm.ToolDeclaration{Name: "t", Description: "d", Parameters: a}
	e := d
	e.Parameters = b
	if !d.Equal(e) {
		t.Error("equal parameters differ")
	}
	e.DeferLoading = true
	if d.Equal(e) {
		t.Error("deferLoading is not seen")
	}
}
