package anthropic_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/anthropic"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write the files in testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-ant-secret-0123456789"

// events writes events in the form of the protocol: each is a JSON object with its type.
func events(objects ...string) string {
	var b strings.Builder
	for _, object := range objects {
		name := strings.SplitN(object, `"`, 5)[3]
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", name, object)
	}
	return b.String()
}

const (
	begin = `{"type":"message_start","message":{"id":"msg-1","model":"m-1","role":"assistant",` +
		`"content":[],"usage":{"input_tokens":10,"cache_read_input_tokens":4,` +
		`"cache_creation_input_tokens":2,"output_tokens":1}}}`
	ping = `{"type":"ping"}`
	end  = `{"type":"message_stop"}`
)

func block(index int, content string) string {
	return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, index, content)
}

func delta(index int, d string) string {
	return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":%s}`, index, d)
}

func text(index int, s string) string {
	return delta(index, fmt.Sprintf(`{"type":"text_delta","text":%q}`, s))
}

func input(index int, s string) string {
	return delta(index, fmt.Sprintf(`{"type":"input_json_delta","partial_json":%q}`, s))
}

func toolUse(index int, id, name string) string {
	return block(index, fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, id, name))
}

func stop(reason string) string {
	return fmt.Sprintf(
		`{"type":"message_delta","delta":{"stop_reason":%q},"usage":{"output_tokens":7}}`, reason)
}

const textBlock = `{"type":"text","text":""}`

var good = events(begin, block(0, textBlock), text(0, "good"), stop("end_turn"), end)

func at(url string) anthropic.Config {
	return anthropic.Config{Config: provider.Config{BaseURL: url, Key: key}}
}

func newModel(t *testing.T, c anthropic.Config) *anthropic.Model {
	t.Helper()
	m, err := anthropic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestModel(t *testing.T) {
	providertest.TestModel(t, providertest.Kit{
		New: func(c provider.Config) (providertest.Model, error) {
			return anthropic.New(anthropic.Config{Config: c})
		},
		Whole:     whole,
		Begun:     func(s string) string { return events(begin, block(0, textBlock), text(0, s)) },
		Failed:    events(providertest.Fault("overloaded_error", "Overloaded")),
		KeyHeader: "X-Api-Key",
		Environment: map[string]string{
			"ANTHROPIC_API_KEY":    "sk-from-environment",
			"ANTHROPIC_AUTH_TOKEN": "token-from-environment",
			"ANTHROPIC_BASE_URL":   "http://environment.invalid",
		},
	})
}

// whole writes an answer with one block for each part.
func whole(says string, calls []llm.ToolCall, reason llm.FinishReason) string {
	parts := []string{begin, block(0, textBlock), text(0, says)}
	for i, c := range calls {
		parts = append(parts, toolUse(i+1, c.ID, c.Name), input(i+1, c.Arguments))
	}
	reasons := map[llm.FinishReason]string{
		llm.FinishStop: "end_turn", llm.FinishToolCalls: "tool_use",
		llm.FinishMaxTokens: "max_tokens", llm.FinishRefused: "refusal",
	}
	return events(append(parts, stop(reasons[reason]), end)...)
}

// Faults that only this protocol has.
func TestFaults(t *testing.T) {
	half := []string{begin, block(0, textBlock), text(0, "lo")}
	for _, c := range []struct {
		name, stream string
		code         llm.Code
	}{
		{"half an event", "event: message_start\ndata: {\"type\":\n\n", llm.CodeProtocol},
		{"ended before its end", events(append(half, stop("end_turn"))...), llm.CodeTruncated},
		{"invalid in the stream", events(providertest.Fault("invalid_request_error", "bad")),
			llm.CodeInvalidRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := at(providertest.Serve(t, providertest.Stream(c.stream)).URL)
			config.Retry.Attempts = 1
			_, err := newModel(t, config).Generate(t.Context(), providertest.Hello(), nil)
			providertest.WantCode(t, err, c.code)
		})
	}
}

// The context window ends an answer like the token limit does.
func TestContextWindow(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		begin, block(0, textBlock), text(0, "x"), stop("model_context_window_exceeded"), end)))
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
	if err != nil || r.FinishReason != llm.FinishMaxTokens {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestText(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		begin, ping, block(0, textBlock), text(0, "Hel"), text(0, "lo."), stop("end_turn"), end)))
	var got []llm.Event
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), func(e llm.Event) {
		got = append(got, e)
	})
	if err != nil {
		t.Fatal(err)
	}
	first := llm.Usage{InputTokens: 16, OutputTokens: 1, CacheReadTokens: 4, CacheWriteTokens: 2}
	want := []llm.Event{
		llm.UsageUpdate{Usage: first}, llm.TextDelta{Text: "Hel"}, llm.TextDelta{Text: "lo."},
		llm.UsageUpdate{Usage: llm.Usage{OutputTokens: 7}}, llm.Finished{Reason: llm.FinishStop},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("events:\n" + diff)
	}
	first.OutputTokens = 7
	if r.Message.Content.Text() != "Hello." || r.Usage != first || r.Model != "m-1" || r.ID != "msg-1" {
		t.Errorf("the response is %+v", r)
	}
	asked := s.Requests()[0]
	if asked.Path != "/v1/messages" || asked.Header.Get("X-Api-Key") != key {
		t.Errorf("asked at %s with %v", asked.Path, asked.Header)
	}
}

func TestToolCallsAndThoughts(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		begin, block(0, `{"type":"thinking","thinking":"","signature":""}`),
		delta(0, `{"type":"thinking_delta","thinking":"hm"}`),
		delta(0, `{"type":"signature_delta","signature":"sig"}`),
		block(1, `{"type":"redacted_thinking","data":"xyz"}`),
		block(2, textBlock), text(2, "I look."),
		toolUse(3, "a", "read"), toolUse(4, "b", "bash"),
		input(3, `{"path":`), input(4, `{"command":"ls"}`), input(3, `"x"}`), toolUse(5, "c", "list"),
		stop("tool_use"), end)))
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`a read {"path":"x"}`, `b bash {"command":"ls"}`, "c list "}
	if diff := cmp.Diff(want, providertest.Calls(r)); diff != "" {
		t.Error(diff)
	}
	thoughts := []llm.Reasoning{{Text: "hm", Signature: "sig"}, {Redacted: "xyz"}}
	if diff := cmp.Diff(thoughts, r.Message.Reasoning); diff != "" {
		t.Error(diff)
	}
}

func TestToolChoiceAndEffort(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(good))
	m := newModel(t, at(s.URL))
	for _, test := range []struct{ mode, effort, want string }{
		{llm.ToolChoiceNone, "", `"tool_choice":{"type":"none"}`},
		{llm.ToolChoiceRequired, "", `"tool_choice":{"type":"any"}`},
		{llm.ToolChoiceNamed, "", `"tool_choice":{"name":"read","type":"tool"}`},
		{"", "high", `"output_config":{"effort":"high"}`},
		{"", "high", `"thinking":{"type":"adaptive"}`},
		{"", "4096", `"budget_tokens":4096`},
	} {
		req := providertest.Hello(llm.ToolDeclaration{Name: "read"})
		req.ToolChoice = llm.ToolChoice{Mode: test.mode, Name: "read"}
		req.Selection.ReasoningEffort = test.effort
		if _, err := m.Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		asked := s.Requests()
		if body := asked[len(asked)-1].Body; !strings.Contains(body, test.want) {
			t.Errorf("%+v: asked with %s", test, body)
		}
	}
}

func TestMisconfiguration(t *testing.T) {
	_, err := anthropic.New(anthropic.Config{MaxTokens: -1})
	providertest.WantCode(t, err, llm.CodeInvalidRequest)
	_, err = anthropic.New(anthropic.Config{Config: provider.Config{BaseURL: "nowhere"}})
	providertest.WantCode(t, err, llm.CodeInvalidRequest)
}

func TestRequestBody(t *testing.T) {
	schema, err := jsonvalue.ParseString(`{"type":"object","properties":{"z":{"type":"string"},` +
		`"a":{"type":["integer","null"]}},"required":["z"],"additionalProperties":false}`)
	if err != nil {
		t.Fatal(err)
	}
	warm := 0.5
	image := llm.Image{MediaType: "image/png", Data: []byte("png")}
	req := llm.Request{
		Selection: llm.Selection{Model: "m"}, System: "Be <brief>.",
		Tools:           []llm.ToolDeclaration{{Name: "read", Description: "reads", Parameters: schema}},
		MaxOutputTokens: 100, Temperature: &warm, StopSequences: []string{"END"},
		Messages: []llm.Message{
			{Role: llm.RoleUser, Content: llm.Content{llm.Text{Text: "look"}, image}},
			{
				Role: llm.RoleAssistant, Content: llm.TextContent("\n"),
				Reasoning: []llm.Reasoning{
					{Text: "hm", Signature: "sig"}, {Redacted: "xyz"}, {Text: "of another provider"},
				},
				ToolCalls: []llm.ToolCall{
					{ID: "a", Name: "read", Arguments: `{"z": "1"}`}, {ID: "b", Name: "read", Arguments: `{"z`},
					{ID: "c", Name: "read"},
				},
			},
			llm.ToolMessage(llm.ToolResult{CallID: "a", Content: llm.Content{llm.Text{Text: "seen"}, image}}),
			llm.ToolMessage(llm.ToolResult{CallID: "b", Content: llm.TextContent("Error: no"), IsError: true}),
			llm.ToolMessage(llm.ToolResult{CallID: "c"}),
			llm.UserMessage("next"),
			llm.UserMessage("and more"),
		},
	}
	for name, noCache := range map[string]bool{"cached": false, "uncached": true} {
		s := providertest.Serve(t, providertest.Stream(good))
		c := at(s.URL)
		c.NoCache = noCache
		if _, err := newModel(t, c).Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		providertest.Golden(t, name+".json", s.Requests()[0].Body, *update)
	}
}
