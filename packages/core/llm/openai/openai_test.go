package openai_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
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
func quick(url string) openai.Config {
	c := openai.Compatible("test", url+"/v1", key)
	c.Retry = provider.Retry{First: time.Millisecond, Longest: time.Millisecond}
	return c
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

func hello(tools ...llm.ToolDeclaration) llm.Request {
	return llm.Request{
		Selection: llm.Selection{Provider: "test", Model: "m"},
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
	s := providertest.Serve(t, providertest.Stream(": hi\n\n"+events(
		text("Hel"), text("lo."), finish("stop"), usage)))
	var got []llm.Event
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), func(e llm.Event) {
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
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`a read {"path":"x"}`, `b bash {"command":"ls"}`}
	if diff := cmp.Diff(want, calls(r)); diff != "" {
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
			r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
			if err != nil {
				t.Fatal(err)
			}
			got, ids := calls(r), map[string]bool{}
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
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	if err != nil || len(r.Message.ToolCalls) != 0 || len(r.Dropped) != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// A call that the token limit may have cut is never run.
func TestTokenLimitDropsCalls(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		text("I will"), call(0, "a", "bash", `{"command":"rm -rf /tmp/x`), finish("length"))))
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.FinishReason != llm.FinishMaxTokens || len(r.Message.ToolCalls) != 0 || len(r.Dropped) != 1 ||
		r.Dropped[0].Call.Name != "bash" || !strings.Contains(r.Dropped[0].Reason, "token limit") {
		t.Errorf("the response is %+v", r)
	}
}

// Whatever goes wrong before the answer begins is tried again.
func TestMisbehaviourThatPasses(t *testing.T) {
	good := providertest.Stream(events(text("good"), finish("stop")))
	for name, bad := range map[string]providertest.Reply{
		"cut at once":       providertest.Cut(""),
		"cut in the answer": providertest.Cut(unended(text("lo"))),
		"ended too early":   providertest.Stream(unended(text("lo"))),
		"done too early":    providertest.Stream(events(text("lo"))),
		"nothing":           providertest.Stream(events()),
		"empty answer":      providertest.Stream(events(finish("stop"))),
		"429": providertest.Status(429, map[string]string{"Retry-After": "0"},
			`{"error":{"message":"slow"}}`),
		"500": providertest.Status(500, nil, "oops"),
		"503": providertest.Status(503, nil, `{"error":{"message":"busy"}}`),
		"error in stream": providertest.Stream(
			unended(`{"error":{"message":"down","type":"server_error"}}`)),
		"out of resources": providertest.Stream(events(finish("insufficient_system_resource"))),
		"stalled":          providertest.Stall(unended(text("lo"))),
		"stalled at once":  providertest.Stall(""),
	} {
		t.Run(name, func(t *testing.T) {
			s := providertest.Serve(t, bad, good)
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
		{"malformed event", providertest.Stream("data: {\"choices\":[\n\n"), llm.CodeProtocol, 1},
		{"no JSON", providertest.Stream("data: hello\n\n"), llm.CodeProtocol, 1},
		{"auth", providertest.Status(401, nil, `{"error":{"message":"no"}}`), llm.CodeAuth, 1},
		{"quota", providertest.Status(429, nil, `{"error":{"code":"insufficient_quota","message":"no"}}`),
			llm.CodeQuota, 1},
		{"error as text", providertest.Status(400, nil, `{"error":"bad"}`),
			llm.CodeInvalidRequest, 1},
		{"page", providertest.Status(200, map[string]string{"Content-Type": "text/html"}, "<p>hi"),
			llm.CodeProtocol, 1},
		{"no stream", providertest.Status(200, nil, `{"choices":[{"message":{"content":"x"}}]}`),
			llm.CodeProtocol, 1},
		{"filtered", providertest.Stream(events(text("x"), finish("content_filter"))),
			llm.CodeRefused, 1},
		{"refusal", providertest.Stream(events(delta(`{"refusal":"I cannot"}`), finish("stop"))),
			llm.CodeRefused, 1},
		{"always empty", providertest.Stream(events(finish("stop"))), llm.CodeEmpty, 4},
		{"always busy", providertest.Status(503, nil, ""), llm.CodeOverloaded, 4},
		{"wait a day", providertest.Status(429, map[string]string{"Retry-After": "86400"}, ""),
			llm.CodeRateLimited, 1},
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
	s := providertest.Serve(t, providertest.Cut(unended(text("half"), call(0, "a", "bash", `{"c`))))
	var heard strings.Builder
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), func(e llm.Event) {
		if d, ok := e.(llm.TextDelta); ok {
			heard.WriteString(d.Text)
		}
	})
	wantCode(t, err, llm.CodeTruncated)
	if heard.String() != "half" || r.Message.Content.Text() != "half" || !r.Message.Interrupted ||
		len(r.Message.ToolCalls) > 0 || len(s.Requests()) != 1 {
		t.Errorf("heard %q, kept %+v after %d requests", heard.String(), r.Message, len(s.Requests()))
	}
}

func TestCancelledInTheStream(t *testing.T) {
	s := providertest.Serve(t, providertest.Stall(unended(text("so far"))))
	ctx, cancel := context.WithCancelCause(t.Context())
	tired := errors.New("tired of it")
	r, err := newModel(t, quick(s.URL)).Generate(ctx, hello(), func(llm.Event) { cancel(tired) })
	wantCode(t, err, llm.CodeCancelled)
	if !errors.Is(err, tired) || r.Message.Content.Text() != "so far" || !r.Message.Interrupted {
		t.Errorf("kept %+v, %v", r.Message, err)
	}
}

func TestUnreachableServer(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(""))
	c := quick("http://127.0.0.1:1")
	_, err := newModel(t, c).Generate(t.Context(), hello(), nil)
	wantCode(t, err, llm.CodeTransport)
	if strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("the error is %v", err)
	}
	if len(s.Requests()) != 0 {
		t.Error("another server was asked")
	}
}

// A redirect would take the credential along.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
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
	t.Setenv("OPENAI_API_KEY", "sk-from-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("OPENAI_ORG_ID", "org-from-environment")
	s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
	c := quick(s.URL)
	c.Key = ""
	if _, err := newModel(t, c).Generate(t.Context(), hello(), nil); err != nil {
		t.Fatal(err)
	}
	for name, values := range s.Requests()[0].Header {
		if strings.Contains(strings.Join(values, " "), "environment") || name == "Authorization" {
			t.Errorf("%s: %v was sent", name, values)
		}
	}
}

func TestReasoning(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(
		delta(`{"reasoning_content":"hm, "}`), delta(`{"reasoning":"well"}`), text("yes"), finish("stop"),
		`{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"prompt_cache_hit_tokens":3}}`)))
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), hello(), nil)
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

func TestToolThatCannotBeDeclared(t *testing.T) {
	bad, err := jsonvalue.ParseString(`{"type":"array"}`)
	if err != nil {
		t.Fatal(err)
	}
	dotted := llm.ToolDeclaration{Name: "a.b"}
	req := hello(llm.ToolDeclaration{Name: "bad", Parameters: bad}, dotted)
	wire := provider.Project([]llm.ToolDeclaration{dotted}, provider.Compatible()).Wire("a.b")
	s := providertest.Serve(t, providertest.Stream(events(call(0, "a", wire, "{}"), finish("tool_calls"))))
	r, err := newModel(t, quick(s.URL)).Generate(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Subject != "bad" {
		t.Errorf("warnings are %+v", r.Warnings)
	}
	if diff := cmp.Diff([]string{"a a.b {}"}, calls(r)); diff != "" {
		t.Error(diff)
	}
	if body := s.Requests()[0].Body; strings.Contains(body, `"bad"`) || !strings.Contains(body, wire) {
		t.Errorf("asked with %s", body)
	}
}

func TestDemandedCalls(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
	m := newModel(t, quick(s.URL))
	tool := llm.ToolDeclaration{Name: "read"}
	for mode, want := range map[string]string{
		llm.ToolChoiceAuto: "", llm.ToolChoiceNone: `"tool_choice":"none"`,
		llm.ToolChoiceRequired: `"tool_choice":"required"`,
		llm.ToolChoiceNamed:    `"tool_choice":{"function":{"name":"read"},"type":"function"}`,
	} {
		req := hello(tool)
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
	req := hello(llm.ToolDeclaration{Name: "bad", Parameters: bad})
	req.ToolChoice = llm.ToolChoice{Mode: llm.ToolChoiceNamed, Name: "bad"}
	_, err = m.Generate(t.Context(), req, nil)
	wantCode(t, err, llm.CodeInvalidRequest)
}

func TestHistoryIsCheckedFirst(t *testing.T) {
	s := providertest.Serve(t, providertest.Stream(""))
	req := hello()
	req.Messages = append(req.Messages, llm.ToolMessage(llm.ToolResult{CallID: "x"}))
	_, err := newModel(t, quick(s.URL)).Generate(t.Context(), req, nil)
	wantCode(t, err, llm.CodeHistory)
	if len(s.Requests()) != 0 {
		t.Error("a history that no provider takes was sent")
	}
}

// Equal requests are equal bytes: providers keep what begins alike.
func TestConcurrentSafe(t *testing.T) {
	schema, err := jsonvalue.ParseString(`{"type":"object","title":"t","description":"d","$defs":{"x":{}},` +
		`"properties":{"z":{},"y":{},"x":{}},"required":["z"],"additionalProperties":false}`)
	if err != nil {
		t.Fatal(err)
	}
	s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
	c := quick(s.URL)
	c.Extra = map[string]jsonvalue.Value{"x": jsonvalue.Int(1), "y": jsonvalue.Int(2)}
	m := newModel(t, c)
	done := make(chan error)
	for range 8 {
		go func() {
			tool := llm.ToolDeclaration{Name: "a", Parameters: schema}
			_, err := m.Generate(context.Background(), hello(tool), nil)
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	bodies := map[string]bool{}
	for _, r := range s.Requests() {
		bodies[r.Body] = true
	}
	if len(bodies) != 1 {
		t.Errorf("%d different requests", len(bodies))
	}
}

func TestMisconfiguration(t *testing.T) {
	_, err := openai.New(openai.Compatible("", "", ""))
	wantCode(t, err, llm.CodeInvalidRequest)
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
	bodies := map[string]string{}
	for name, change := range map[string]func(*openai.Config){
		"compatible": func(c *openai.Config) { c.Extra, c.SendReasoning = extra, true },
		"openai":     func(c *openai.Config) { c.Dialect, c.LegacyMaxTokens = provider.Full(), false },
		"text only":  func(c *openai.Config) { c.NoImages, c.NoStreamUsage = true, true },
	} {
		s := providertest.Serve(t, providertest.Stream(events(text("x"), finish("stop"))))
		c := quick(s.URL)
		change(&c)
		if _, err := newModel(t, c).Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		v, err := jsonvalue.ParseString(s.Requests()[0].Body)
		if err != nil {
			t.Fatal(err)
		}
		bodies[name] = indent(t, v)
	}
	for _, name := range slices.Sorted(keys(bodies)) {
		golden(t, strings.ReplaceAll(name, " ", "-")+".json", bodies[name])
	}
}
