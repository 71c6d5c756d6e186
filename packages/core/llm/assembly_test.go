package llm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/llm"
)

func assemble(events ...llm.Event) (llm.Response, error) {
	n := 0
	a := llm.Assembly{NewID: func() string { n++; return fmt.Sprint("new", n) }}
	for _, e := range events {
		a.Add(e)
	}
	return a.Finish()
}

func call(id, name, arguments string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: arguments}
}

func TestAssemblyJoinsCalls(t *testing.T) {
	delta := func(index int, id, name, arguments string) llm.Event {
		return llm.ToolCallDelta{Index: index, ID: id, Name: name, Arguments: arguments}
	}
	cases := []struct {
		name   string
		events []llm.Event
		want   []llm.ToolCall
	}{
		{"fragments", []llm.Event{delta(0, "a", "f", ""), delta(0, "", "", `{"x"`), delta(0, "", "", `:1}`)},
			[]llm.ToolCall{call("a", "f", `{"x":1}`)}},
		{"interleaved", []llm.Event{
			delta(1, "b", "g", ""), delta(0, "a", "f", ""), delta(1, "", "", "{"), delta(0, "", "", "{}"), delta(1, "", "", "}"),
		}, []llm.ToolCall{call("b", "g", "{}"), call("a", "f", "{}")}},
		{"all with index 0 and own ids", []llm.Event{delta(0, "a", "f", "{}"), delta(0, "b", "f", "{}")},
			[]llm.ToolCall{call("a", "f", "{}"), call("b", "f", "{}")}},
		{"all with index 0 and no ids", []llm.Event{delta(0, "", "f", "{}"), delta(0, "", "f", `{"x":1}`)},
			[]llm.ToolCall{call("new1", "f", "{}"), call("new2", "f", `{"x":1}`)}},
		{"name in every fragment", []llm.Event{delta(0, "a", "f", `{"x":`), delta(0, "a", "f", `"}"`), delta(0, "a", "f", `}`)},
			[]llm.ToolCall{call("a", "f", `{"x":"}"}`)}},
		{"name in every fragment, no id", []llm.Event{delta(0, "", "f", `{"x":{}`), delta(0, "", "f", `}`)},
			[]llm.ToolCall{call("new1", "f", `{"x":{}}`)}},
		{"id in the last fragment", []llm.Event{delta(0, "", "f", "{"), delta(0, "a", "", "}")},
			[]llm.ToolCall{call("a", "f", "{}")}},
		{"one id for two calls", []llm.Event{delta(0, "a", "f", "{}"), delta(1, "a", "g", "{}")},
			[]llm.ToolCall{call("a", "f", "{}"), call("new1", "g", "{}")}},
		{"phantom before the call", []llm.Event{delta(0, "", "", ""), delta(1, "a", "f", "{}")},
			[]llm.ToolCall{call("a", "f", "{}")}},
		{"phantom with an id", []llm.Event{delta(0, "x", "", ""), delta(1, "a", "f", "{}")},
			[]llm.ToolCall{call("a", "f", "{}")}},
		{"no arguments", []llm.Event{delta(0, "a", "f", "")}, []llm.ToolCall{call("a", "f", "")}},
		{"arguments that are no JSON", []llm.Event{delta(0, "a", "f", "{x")}, []llm.ToolCall{call("a", "f", "{x")}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := assemble(append(c.events, llm.Finished{Reason: llm.FinishToolCalls})...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got.Message.ToolCalls); diff != "" || got.FinishReason != llm.FinishToolCalls {
				t.Error(got.FinishReason, diff)
			}
			if len(got.Dropped) != 0 {
				t.Errorf("dropped %v", got.Dropped)
			}
		})
	}
}

func TestAssemblyFinish(t *testing.T) {
	text, toolCall := llm.TextDelta{Text: "so"}, llm.ToolCallDelta{ID: "a", Name: "f", Arguments: `{"x`}
	done := func(r llm.FinishReason) llm.Event { return llm.Finished{Reason: r} }
	cases := []struct {
		name        string
		events      []llm.Event
		code        llm.Code
		text        string
		calls       int
		dropped     int
		reason      llm.FinishReason
		interrupted bool
	}{
		{"text", []llm.Event{text, done(llm.FinishStop)}, "", "so", 0, 0, llm.FinishStop, false},
		{"call", []llm.Event{toolCall, done(llm.FinishToolCalls)}, "", "", 1, 0, llm.FinishToolCalls, false},
		{"call and stop", []llm.Event{toolCall, done(llm.FinishStop)}, "", "", 1, 0, llm.FinishToolCalls, false},
		{"tool-calls without call", []llm.Event{text, done(llm.FinishToolCalls)}, "", "so", 0, 0, llm.FinishStop, false},
		{"no reason", []llm.Event{text, done("")}, "", "so", 0, 0, llm.FinishOther, false},
		{"cut off", []llm.Event{text, toolCall, done(llm.FinishMaxTokens)}, "", "so", 0, 1, llm.FinishMaxTokens, false},
		{"cut off in the call", []llm.Event{toolCall, done(llm.FinishMaxTokens)}, "", "", 0, 1, llm.FinishMaxTokens, false},
		{"cut off at once", []llm.Event{done(llm.FinishMaxTokens)}, "", "", 0, 0, llm.FinishMaxTokens, false},
		{"call without name", []llm.Event{text, llm.ToolCallDelta{Arguments: "{}"}, done(llm.FinishToolCalls)}, "", "so", 0, 1, llm.FinishStop, false},
		{"stream that ends early", []llm.Event{text, toolCall}, llm.CodeTruncated, "so", 0, 0, "", true},
		{"no stream", nil, llm.CodeTruncated, "", 0, 0, "", false},
		{"refused", []llm.Event{text, toolCall, done(llm.FinishRefused)}, llm.CodeRefused, "so", 0, 0, llm.FinishRefused, true},
		{"empty", []llm.Event{done(llm.FinishStop)}, llm.CodeEmpty, "", 0, 0, "", false},
		{"thoughts only", []llm.Event{llm.ReasoningDelta{Text: "hm"}, done(llm.FinishStop)}, llm.CodeEmpty, "", 0, 0, llm.FinishStop, true},
		{"only a call without name", []llm.Event{llm.ToolCallDelta{Arguments: "{}"}, done(llm.FinishToolCalls)}, llm.CodeEmpty, "", 0, 0, "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := assemble(c.events...)
			m := got.Message
			if llm.CodeOf(err) != c.code || m.Content.Text() != c.text || len(m.ToolCalls) != c.calls ||
				len(got.Dropped) != c.dropped || got.FinishReason != c.reason || m.Interrupted != c.interrupted {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestAssemblyReasoningAndUsage(t *testing.T) {
	got, err := assemble(
		llm.UsageUpdate{Usage: llm.Usage{InputTokens: 10, CacheReadTokens: 4}},
		llm.ReasoningDelta{Index: 0, Text: "I "}, llm.ReasoningDelta{Index: 1, Redacted: "xx"},
		llm.ReasoningDelta{Index: 0, Text: "think"}, llm.ReasoningDelta{Index: 0, Signature: "sig"},
		llm.TextDelta{Text: "a"}, llm.TextDelta{Text: "b"},
		llm.Finished{Reason: llm.FinishStop}, llm.UsageUpdate{Usage: llm.Usage{OutputTokens: 7}},
	)
	want := llm.Response{
		Message: llm.Message{
			Role: llm.RoleAssistant, Content: llm.TextContent("ab"),
			Reasoning: []llm.Reasoning{{Text: "I think", Signature: "sig"}, {Redacted: "xx"}},
		},
		FinishReason: llm.FinishStop,
		Usage:        llm.Usage{InputTokens: 10, CacheReadTokens: 4, OutputTokens: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Without NewID, ids are random; a NewID that repeats itself cannot make two alike.
func TestAssemblyIDs(t *testing.T) {
	for _, newID := range []func() string{nil, func() string { return "same" }, func() string { return "" }} {
		a := llm.Assembly{NewID: newID}
		for i := range 5 {
			a.Add(llm.ToolCallDelta{Index: i, Name: "f"})
		}
		a.Add(llm.Finished{Reason: llm.FinishToolCalls})
		if !a.IsFinished() {
			t.Error("not finished")
		}
		got, err := a.Finish()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range got.Message.ToolCalls {
			if c.ID == "" || seen[c.ID] {
				t.Errorf("id %q", c.ID)
			}
			seen[c.ID] = true
		}
	}
}

// However the arguments are cut into fragments and interleaved, the calls come out whole,
// and the answer is one that a history takes.
func TestAssemblyOfAnyCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 4).Draw(t, "calls")
		rest := make([]string, count)
		var want []llm.ToolCall
		var events []llm.Event
		for i := range count {
			arguments := rapid.SampledFrom([]string{"", "{}", `{"a":{"b":"}"}}`, "{broken", `{"é":"😀"}`}).Draw(t, "arguments")
			rest[i] = arguments
			want = append(want, call(fmt.Sprint("c", i), "f", arguments))
			events = append(events, llm.ToolCallDelta{Index: i, ID: fmt.Sprint("c", i), Name: "f"})
		}
		for strings.Join(rest, "") != "" {
			i := rapid.IntRange(0, count-1).Draw(t, "next")
			cut := min(rapid.IntRange(1, 5).Draw(t, "cut"), len(rest[i]))
			events = append(events, llm.ToolCallDelta{Index: i, Arguments: rest[i][:cut]})
			rest[i] = rest[i][cut:]
		}
		got, err := assemble(append(events, llm.Finished{Reason: llm.FinishToolCalls})...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Message.ToolCalls); diff != "" {
			t.Fatal(diff)
		}
	})
}
