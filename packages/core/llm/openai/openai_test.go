package openai_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "write the files in testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-secret-0123456789"

// events writes chunks in the form of the protocol, with its end.
func events(chunks ...string) string { return unended(chunks...) + "data: [DONE]\n\n" }

func unended(chunks ...string) string {
	var b strings.Builder
	for _, chunk := range chunks {
		fmt.Fprintf(&b, "data: %s\n\n", chunk)
	}
	return b.String()
}

func delta(d string) string {
	return `{"id":"c-1","model":"m-1","choices":[{"index":0,"delta":` + d + `}]}`
}

func text(s string) string { return delta(fmt.Sprintf(`{"role":"assistant","content":%q}`, s)) }

func call(index int, id, name, arguments string) string {
	return delta(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,`+
		`"function":{"name":%q,"arguments":%q}}]}`, index, id, name, arguments))
}

func finish(reason string) string {
	return fmt.Sprintf(`{"id":"c-1","model":"m-1","choices":`+
		`[{"index":0,"delta":{},"finish_reason":%q}]}`, reason)
}

const usage = `{"id":"c-1","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,` +
	`"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":2}}}`

// quick is a configuration whose retries wait next to nothing.
func quick(c provider.Config) openai.Config {
	out := openai.Compatible(c.Name, c.BaseURL+"/v1", c.Key)
	c.BaseURL = out.BaseURL
	out.Config = c
	out.Retry = provider.Retry{First: time.Millisecond, Longest: time.Millisecond}
	return out
}

func at(url string) openai.Config {
	return quick(provider.Config{Name: "test", BaseURL: url, Key: key})
}

func newModel(t *testing.T, c openai.Config) *openai.Model {
	t.Helper()
	m, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestModel(t *testing.T) {
	providertest.TestModel(t, providertest.Kit{
		New:       func(c provider.Config) (providertest.Model, error) { return openai.New(quick(c)) },
		Whole:     whole,
		Begun:     func(s string) string { return unended(text(s)) },
		Failed:    unended(`{"error":{"message":"down","type":"server_error"}}`),
		KeyHeader: "Authorization",
		Environment: map[string]string{
			"OPENAI_API_KEY": "sk-from-environment", "OPENAI_BASE_URL": "http://environment.invalid",
			"OPENAI_ORG_ID": "org-from-environment",
		},
	})
}

// whole writes an answer; it stands in one chunk for each part.
func whole(says string, calls []llm.ToolCall, reason llm.FinishReason) string {
	chunks := []string{text(says)}
	for i, c := range calls {
		chunks = append(chunks, call(i, c.ID, c.Name, c.Arguments))
	}
	reasons := map[llm.FinishReason]string{
		llm.FinishStop: "stop", llm.FinishToolCalls: "tool_calls", llm.FinishMaxTokens: "length",
		llm.FinishRefused: "content_filter",
	}
	return events(append(chunks, finish(reasons[reason]))...)
}

// Faults that only this protocol has.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		code         llm.Code
	}{
		{"half an event", "data: {\"choices\":[\n\n", llm.CodeProtocol},
		{"no JSON", "data: hello\n\n", llm.CodeProtocol},
		{"done too early", events(text("lo")), llm.CodeTruncated},
		{"out of resources", events(finish("insufficient_system_resource")), llm.CodeOverloaded},
		{"refusal", events(delta(`{"refusal":"I cannot"}`), finish("stop")), llm.CodeRefused},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := at(providertest.Serve(t, providertest.Stream(c.stream)).URL)
			config.Retry.Attempts = 1
			_, err := newModel(t, config).Generate(t.Context(), providertest.Hello(), nil)
			providertest.WantCode(t, err, c.code)
		})
	}
}

func TestText(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(": hi\n\n"+events(
		text("Hel"), text("lo."), finish("stop"), usage)))
	var got []llm.Event
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), func(e llm.Event) {
		got = append(got, e)
	})
	if err != nil {
		t.Fatal(err)
	}
	counted := llm.Usage{InputTokens: 10, OutputTokens: 5, CacheReadTokens: 4, ReasoningTokens: 2}
	want := []llm.Event{
		llm.TextDelta{Text: "Hel"}, llm.TextDelta{Text: "lo."}, llm.UsageUpdate{Usage: counted},
		llm.Finished{Reason: llm.FinishStop},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("events:\n" + diff)
	}
	if r.Message.Content.Text() != "Hello." || r.FinishReason != llm.FinishStop || r.Usage != counted ||
		r.Model != "m-1" || r.ID != "c-1" {
		t.Errorf("the response is %+v", r)
	}
	asked := s.Requests()[0]
	if asked.Path != "/v1/chat/completions" || asked.Header.Get("Authorization") != "Bearer "+key {
		t.Errorf("asked at %s with %v", asked.Path, asked.Header)
	}
}

// Fragments are joined by index, however they are mixed, index 0 included.
func TestToolCalls(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		delta(`{"role":"assistant","content":null,"tool_calls":[]}`),
		call(0, "a", "read", ""), call(1, "b", "bash", `{"co`), call(0, "", "", `{"path":`),
		call(1, "", "", `mmand":"ls"}`), call(0, "", "", `"x"}`), finish("tool_calls"))))
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`a read {"path":"x"}`, `b bash {"command":"ls"}`}
	if diff := cmp.Diff(want, providertest.Calls(r)); diff != "" {
		t.Error(diff)
	}
}

func TestOddToolCalls(t *testing.T) {
	for _, test := range []struct {
		name   string
		chunks []string
		want   []string
	}{
		{"one id twice", []string{call(0, "a", "read", "{}"), call(1, "a", "read", "{}")},
			[]string{"a read {}", "* read {}"}},
		{"one index for all", []string{call(0, "a", "read", "{}"), call(0, "b", "read", "{}")},
			[]string{"a read {}", "b read {}"}},
		{"no ids", []string{call(0, "", "read", "{}"), call(1, "", "read", "{}")},
			[]string{"* read {}", "* read {}"}},
		{"phantom first", []string{call(0, "", "", ""), call(1, "b", "read", "{}")},
			[]string{"b read {}"}},
		{"reason stop", []string{call(0, "a", "read", "{}"), finish("stop")}, []string{"a read {}"}},
		{"broken arguments", []string{call(0, "a", "read", `{"pa`)}, []string{`a read {"pa`}},
		{"last fragment behind the reason",
			[]string{call(0, "a", "read", `{"x"`), finish("tool_calls"), call(0, "", "", `:1}`)},
			[]string{`a read {"x":1}`}},
		{"old form", []string{delta(`{"function_call":{"name":"read","arguments":"{"}}`),
			delta(`{"function_call":{"arguments":"}"}}`)}, []string{"* read {}"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			chunks := append(test.chunks, finish("tool_calls"))
			s := providertest.Serve(t, providertest.Stream(events(chunks...)))
			r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, ids := providertest.Calls(r), map[string]bool{}
			for i, c := range r.Message.ToolCalls {
				if c.ID == "" || ids[c.ID] {
					t.Errorf("call %d has the id %q", i, c.ID)
				}
				ids[c.ID] = true
				if i < len(test.want) && strings.HasPrefix(test.want[i], "* ") {
					got[i] = "* " + strings.TrimPrefix(got[i], c.ID+" ")
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNamelessCallIsDropped(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		text("x"), call(0, "a", "", `{"y":1}`), finish("tool_calls"))))
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
	if err != nil || len(r.Message.ToolCalls) != 0 || len(r.Dropped) != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestReasoning(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		delta(`{"reasoning_content":"hm, "}`), delta(`{"reasoning":"well"}`), text("yes"), finish("stop"),
		`{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"prompt_cache_hit_tokens":3}}`)))
	r, err := newModel(t, at(s.URL)).Generate(t.Context(), providertest.Hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]llm.Reasoning{{Text: "hm, well"}}, r.Message.Reasoning); diff != "" {
		t.Error(diff)
	}
	if r.Usage.CacheReadTokens != 3 {
		t.Errorf("usage is %+v", r.Usage)
	}
}

func TestDemandedCalls(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
	m := newModel(t, at(s.URL))
	tool := llm.ToolDeclaration{Name: "read"}
	for mode, want := range map[string]string{
		llm.ToolChoiceAuto: "", llm.ToolChoiceNone: `"tool_choice":"none"`,
		llm.ToolChoiceRequired: `"tool_choice":"required"`,
		llm.ToolChoiceNamed:    `"tool_choice":{"function":{"name":"read"},"type":"function"}`,
	} {
		req := providertest.Hello(tool)
		req.ToolChoice = llm.ToolChoice{Mode: mode, Name: "read"}
		if _, err := m.Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		body := s.Requests()[len(s.Requests())-1].Body
		if want == "" && strings.Contains(body, "tool_choice") || !strings.Contains(body, want) {
			t.Errorf("%s: asked with %s", mode, body)
		}
	}
	bad, err := jsonvalue.ParseString(`{"type":"array"}`)
	if err != nil {
		t.Fatal(err)
	}
	req := providertest.Hello(llm.ToolDeclaration{Name: "bad", Parameters: bad})
	req.ToolChoice = llm.ToolChoice{Mode: llm.ToolChoiceNamed, Name: "bad"}
	_, err = m.Generate(t.Context(), req, nil)
	providertest.WantCode(t, err, llm.CodeInvalidRequest)
}

func TestMisconfiguration(t *testing.T) {
	_, err := openai.New(openai.Compatible("", "", ""))
	providertest.WantCode(t, err, llm.CodeInvalidRequest)
	for _, c := range []openai.Config{openai.OpenAI(key), openai.DeepSeek(key), openai.Ollama()} {
		m, err := openai.New(c)
		if err != nil {
			t.Fatal(err)
		}
		m.Close()
	}
}

func TestRequestBody(t *testing.T) {
	schema, err := jsonvalue.ParseString(
		`{"type":"object","properties":{"z":{"type":"string"},"a":{"type":["integer","null"]}},"required":["z"]}`)
	if err != nil {
		t.Fatal(err)
	}
	warm := 0.5
	image := llm.Image{MediaType: "image/png", Data: []byte("png")}
	req := llm.Request{
		Selection: llm.Selection{Model: "m", ReasoningEffort: "low"}, System: "Be <brief>.",
		Tools:           []llm.ToolDeclaration{{Name: "read", Description: "reads", Parameters: schema}},
		MaxOutputTokens: 100, Temperature: &warm, StopSequences: []string{"END"},
		Messages: []llm.Message{
			{Role: llm.RoleUser, Content: llm.Content{llm.Text{Text: "look"}, image}},
			{
				Role: llm.RoleAssistant, Content: llm.TextContent("ok"),
				Reasoning: []llm.Reasoning{{Text: "hm"}},
				ToolCalls: []llm.ToolCall{
					{ID: "a", Name: "read", Arguments: `{"z": "1"}`}, {ID: "b", Name: "read", Arguments: `{"z`},
					{ID: "c", Name: "read"},
				},
			},
			llm.ToolMessage(llm.ToolResult{CallID: "a", Content: llm.Content{llm.Text{Text: "seen"}, image}}),
			llm.ToolMessage(llm.ToolResult{CallID: "b", Content: llm.TextContent("Error: no"), IsError: true}),
			llm.ToolMessage(llm.ToolResult{CallID: "c"}),
			llm.UserMessage("next"),
		},
	}
	extra := map[string]jsonvalue.Value{"thinking": jsonvalue.NewObject()}
	for name, change := range map[string]func(*openai.Config){
		"compatible": func(c *openai.Config) { c.Extra, c.SendReasoning = extra, true },
		"openai":     func(c *openai.Config) { c.Dialect, c.LegacyMaxTokens = provider.Full(), false },
		"text-only":  func(c *openai.Config) { c.NoImages, c.NoStreamUsage = true, true },
	} {
		s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
		c := at(s.URL)
		change(&c)
		if _, err := newModel(t, c).Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		providertest.Golden(t, name+".json", s.Requests()[0].Body, *update)
	}
}
