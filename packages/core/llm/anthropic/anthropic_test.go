package anthropic_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/anthropic"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

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

func fault(kind, message string) string {
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q}}`, kind, message)
}

const textBlock = `{"type":"text","text":""}`

var good = events(begin, block(0, textBlock), text(0, "good"), stop("end_turn"), end)

// quick is a configuration whose retries wait next to nothing.
func quick(url string) anthropic.Config {
	return anthropic.Config{Config: provider.Config{
		BaseURL: url, Key: key,
		Retry: provider.Retry{First: time.Millisecond, Longest: time.Millisecond},
	}}
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

func hello(tools ...llm.ToolDeclaration) llm.Request {
	return llm.Request{
		Selection: llm.Selection{Provider: "anthropic", Model: "m"},
		Messages:  []llm.Message{llm.UserMessage("hello")}, Tools: tools,
	}
}

func wantCode(t *testing.T, err error, code llm.Code) {
	t.Helper()
	if got := llm.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
}

func calls(r llm.Response) []string {
	var out []string
	for _, c := range r.Message.ToolCalls {
		out = append(out, c.ID+" "+c.Name+" "+c.Arguments)
	}
	return out
}

func TestText(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		begin, ping, block(0, textBlock), text(0, "Hel"), text(0, "lo."), stop("end_turn"), end)))
	var got []llm.Event
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), func(e llm.Event) {
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
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`a read {"path":"x"}`, `b bash {"command":"ls"}`, "c list "}
	if diff := cmp.Diff(want, calls(r)); diff != "" {
		t.Error(diff)
	}
	thoughts := []llm.Reasoning{{Text: "hm", Signature: "sig"}, {Redacted: "xyz"}}
	if diff := cmp.Diff(thoughts, r.Message.Reasoning); diff != "" {
		t.Error(diff)
	}
}

func TestOneIDTwice(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		begin, toolUse(0, "a", "read"), toolUse(1, "a", "read"), stop("tool_use"), end)))
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Message.ToolCalls; len(c) != 2 || c[0].ID != "a" || c[1].ID == "a" || c[1].ID == "" {
		t.Errorf("calls are %+v", c)
	}
}

// A call that the token limit may have cut is never run.
func TestTokenLimitDropsCalls(t *testing.T) {
	for _, reason := range []string{"max_tokens", "model_context_window_exceeded"} {
		s := providertest.Serve(t, providertest.Stream(events(
			begin, block(0, textBlock), text(0, "I will"), toolUse(1, "a", "bash"),
			input(1, `{"command":"rm -rf /tmp/x`), stop(reason), end)))
		r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.FinishReason != llm.FinishMaxTokens || len(r.Message.ToolCalls) != 0 ||
			len(r.Dropped) != 1 || r.Dropped[0].Call.Name != "bash" {
			t.Errorf("%s: the response is %+v", reason, r)
		}
	}
}

// Whatever goes wrong before the answer begins is tried again.
func TestMisbehaviourThatPasses(t *testing.T) {
	half := events(begin, block(0, textBlock), text(0, "lo"))
	for name, bad := range map[string]providertest.Reply{
		"cut at once":       providertest.Cut(""),
		"cut in the answer": providertest.Cut(half),
		"ended too early":   providertest.Stream(half),
		"ended before stop": providertest.Stream(half + events(stop("end_turn"))),
		"nothing":           providertest.Stream(""),
		"empty answer":      providertest.Stream(events(begin, stop("end_turn"), end)),
		"429": providertest.Status(429, map[string]string{"Retry-After": "0"},
			fault("rate_limit_error", "slow")),
		"500": providertest.Status(500, nil, "oops"),
		"529": providertest.Status(529, nil, fault("overloaded_error", "Overloaded")),
		"overload in stream": providertest.Stream(
			half + events(fault("overloaded_error", "Overloaded"))),
		"stalled": providertest.Stall(half),
	} {
		t.Run(name, func(t *testing.T) {
			s := providertest.Serve(t, bad, providertest.Stream(good))
			c := quick(s.URL)
			c.Stall = 50 * time.Millisecond
			retries := 0
			c.OnRetry = func(error, time.Duration) { retries++ }
			r, err := newModel(t, c).Generate(t.Context(), hello(), nil)
			if err != nil || r.Message.Content.Text() != "good" || retries != 1 {
				t.Errorf("after %d retries: %+v, %v", retries, r, err)
			}
			asked := s.Requests()
			if len(asked) != 2 || asked[0].Body != asked[1].Body {
				t.Errorf("%d requests, not the same twice", len(asked))
			}
		})
	}
}

func TestMisbehaviourThatStays(t *testing.T) {
	for _, test := range []struct {
		name     string
		reply    providertest.Reply
		code     llm.Code
		requests int
	}{
		{"malformed event", providertest.Stream("event: message_start\ndata: {\"type\":\n\n"),
			llm.CodeProtocol, 1},
		{"auth", providertest.Status(401, nil, fault("authentication_error", "no")),
			llm.CodeAuth, 1},
		{"too long", providertest.Status(400, nil,
			fault("invalid_request_error", "prompt is too long: 9")),
			llm.CodeContextLength, 1},
		{"invalid in stream", providertest.Stream(events(fault("invalid_request_error", "bad"))),
			llm.CodeInvalidRequest, 1},
		{"page", providertest.Status(200, map[string]string{"Content-Type": "text/html"}, "<p>hi"),
			llm.CodeProtocol, 1},
		{"refusal", providertest.Stream(events(begin, block(0, textBlock), text(0, "x"), stop("refusal"), end)),
			llm.CodeRefused, 1},
		{"always empty", providertest.Stream(events(begin, stop("end_turn"), end)),
			llm.CodeEmpty, 4},
		{"always busy", providertest.Status(529, nil, ""), llm.CodeOverloaded, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := providertest.Serve(t, test.reply)
			_, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
			wantCode(t, err, test.code)
			if got := len(s.Requests()); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
			if text := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(text, key) {
				t.Errorf("the error shows the key: %s", text)
			}
		})
	}
}

func TestCutAfterTheSinkHeardSomething(t *testing.T) {
	s := providertest.Serve(t, providertest.Cut(events(
		begin, block(0, textBlock), text(0, "half"), toolUse(1, "a", "bash"))))
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), func(llm.Event) {})
	wantCode(t, err, llm.CodeTruncated)
	if r.Message.Content.Text() != "half" || !r.Message.Interrupted || len(r.Message.ToolCalls) > 0 ||
		len(s.Requests()) != 1 {
		t.Errorf("kept %+v after %d requests", r.Message, len(s.Requests()))
	}
}

func TestCancelledInTheStream(t *testing.T) {
	s := providertest.Serve(t, providertest.Stall(events(begin, block(0, textBlock), text(0, "so far"))))
	ctx, cancel := context.WithCancelCause(t.Context())
	tired := errors.New("tired of it")
	r, err := newModel(t, quick(s.URL)).Generate(ctx, hello(), func(e llm.Event) {
		if _, ok := e.(llm.TextDelta); ok {
			cancel(tired)
		}
	})
	wantCode(t, err, llm.CodeCancelled)
	if !errors.Is(err, tired) || r.Message.Content.Text() != "so far" || !r.Message.Interrupted {
		t.Errorf("kept %+v, %v", r.Message, err)
	}
}

// The key stands in a header that HTTP clients take along on redirects.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := providertest.Serve(t, providertest.Stream(good))
	s := providertest.Serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	_, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	wantCode(t, err, llm.CodeProtocol)
	if len(other.Requests()) != 0 {
		t.Error("the redirect was followed")
	}
}

// Keys and addresses in the environment are for other programs.
func TestEnvironmentIsNotRead(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-from-environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "token-from-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	s := providertest.Serve(t, providertest.Stream(good))
	c := quick(s.URL)
	c.Key = ""
	if _, err := newModel(t, c).Generate(t.Context(), hello(), nil); err != nil {
		t.Fatal(err)
	}
	for name, values := range s.Requests()[0].Header {
		if strings.Contains(strings.Join(values, " "), "environment") || name == "X-Api-Key" {
			t.Errorf("%s: %v was sent", name, values)
		}
	}
}

func TestToolThatCannotBeDeclared(t *testing.T) {
	bad, err := jsonvalue.ParseString(`{"type":"array"}`)
	if err != nil {
		t.Fatal(err)
	}
	s := providertest.Serve(t, providertest.Stream(good))
	m := newModel(t, quick(s.URL))
	declared := llm.ToolDeclaration{Name: "bad", Parameters: bad}
	r, err := m.Generate(t.Context(), hello(declared, llm.ToolDeclaration{Name: "read"}), nil)
	if err != nil || len(r.Warnings) != 1 || r.Warnings[0].Subject != "bad" {
		t.Errorf("got %+v, %v", r.Warnings, err)
	}
	if body := s.Requests()[0].Body; strings.Contains(body, `"bad"`) || !strings.Contains(body, `"read"`) {
		t.Errorf("asked with %s", body)
	}
	for _, mode := range []string{llm.ToolChoiceNamed, llm.ToolChoiceRequired} {
		req := hello(declared)
		req.ToolChoice = llm.ToolChoice{Mode: mode, Name: "bad"}
		_, err = m.Generate(t.Context(), req, nil)
		wantCode(t, err, llm.CodeInvalidRequest)
	}
}

func TestToolChoiceAndEffort(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(good))
	m := newModel(t, quick(s.URL))
	for _, test := range []struct{ mode, effort, want string }{
		{llm.ToolChoiceNone, "", `"tool_choice":{"type":"none"}`},
		{llm.ToolChoiceRequired, "", `"tool_choice":{"type":"any"}`},
		{llm.ToolChoiceNamed, "", `"tool_choice":{"name":"read","type":"tool"}`},
		{"", "high", `"output_config":{"effort":"high"}`},
		{"", "high", `"thinking":{"type":"adaptive"}`},
		{"", "4096", `"budget_tokens":4096`},
	} {
		req := hello(llm.ToolDeclaration{Name: "read"})
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

func TestHistoryIsCheckedFirst(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(good))
	_, err := newModel(t, quick(s.URL)).Generate(t.Context(), llm.Request{}, nil)
	wantCode(t, err, llm.CodeHistory)
	if len(s.Requests()) != 0 {
		t.Error("a history that no provider takes was sent")
	}
}

func TestMisconfiguration(t *testing.T) {
	_, err := anthropic.New(anthropic.Config{MaxTokens: -1})
	wantCode(t, err, llm.CodeInvalidRequest)
	_, err = anthropic.New(anthropic.Config{Config: provider.Config{BaseURL: "nowhere"}})
	wantCode(t, err, llm.CodeInvalidRequest)
}

// Equal requests are equal bytes: providers keep what begins alike.
func TestRequestsAreStable(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(good))
	m := newModel(t, quick(s.URL))
	schema, err := jsonvalue.ParseString(`{"type":"object","title":"t","description":"d","$defs":{"x":{}},` +
		`"properties":{"z":{},"y":{},"x":{}},"required":["z"],"additionalProperties":false}`)
	if err != nil {
		t.Fatal(err)
	}
	bodies := map[string]bool{}
	for range 20 {
		req := hello(llm.ToolDeclaration{Name: "a", Parameters: schema}, llm.ToolDeclaration{Name: "b"})
		if _, err := m.Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range s.Requests() {
		bodies[r.Body] = true
	}
	if len(bodies) != 1 {
		t.Errorf("%d different requests", len(bodies))
	}
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
		c := quick(s.URL)
		c.NoCache = noCache
		if _, err := newModel(t, c).Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		v, err := jsonvalue.ParseString(s.Requests()[0].Body)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", indent(t, v))
	}
}
