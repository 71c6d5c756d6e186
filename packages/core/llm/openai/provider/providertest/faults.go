package providertest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// Fault is an error body as providers write them.
func Fault(kind, message string) string {
	return `{"type":"error","error":{"type":"` + kind + `","message":"` + message + `"}}`
}

// passing are the faults after which the same request succeeds.
func (k Kit) passing() map[string]Reply {
	half := k.Begun("lo")
	return map[string]Reply{
		"cut at once":       Cut(""),
		"cut in the answer": Cut(half),
		"ended too early":   Stream(half),
		"nothing":           Stream(""),
		"empty answer":      Stream(k.says("")),
		"rate limit": Status(429, map[string]string{"Retry-After": "0"},
			Fault("rate_limit_error", "slow")),
		"500":             Status(500, nil, "oops"),
		"503":             Status(503, nil, `{"error":{"message":"busy"}}`),
		"529":             Status(529, nil, Fault("overloaded_error", "Overloaded")),
		"error in stream": Stream(half + k.Failed),
		"stalled":         Stall(half),
		"stalled at once": Stall(""),
	}
}

// Whatever goes wrong before anything was handed out is tried again.
func testPassing(t *testing.T, k Kit) {
	for name, bad := range k.passing() {
		t.Run(name, func(t *testing.T) {
			s := Serve(t, bad, Stream(k.says("good")))
			c := k.config(s.URL)
			c.Stall = 50 * time.Millisecond
			retries := 0
			c.OnRetry = func(error, time.Duration) { retries++ }
			r, err := k.model(t, c).Generate(t.Context(), Hello(), nil)
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

type staying struct {
	name     string
	reply    Reply
	code     llm.Code
	requests int
}

func (k Kit) staying() []staying {
	html := map[string]string{"Content-Type": "text/html"}
	const once, always = 1, provider.DefaultAttempts
	return []staying{
		{"auth", Status(401, nil, Fault("authentication_error", "no")), llm.CodeAuth, once},
		{"quota", Status(402, nil, ""), llm.CodeQuota, once},
		{"no model", Status(404, nil, Fault("not_found_error", "no")), llm.CodeUnknownModel, once},
		{"too long", Status(400, nil, Fault("invalid_request_error", "prompt is too long: 9")),
			llm.CodeContextLength, once},
		{"error as text", Status(400, nil, `{"error":"bad"}`), llm.CodeInvalidRequest, once},
		{"wait a day", Status(429, map[string]string{"Retry-After": "86400"}, ""),
			llm.CodeRateLimited, once},
		{"page", Status(200, html, "<p>hi"), llm.CodeProtocol, once},
		{"no stream", Status(200, nil, `{"choices":[]}`), llm.CodeProtocol, once},
		{"refused", Stream(k.Whole("x", nil, llm.FinishRefused)), llm.CodeRefused, once},
		{"always empty", Stream(k.says("")), llm.CodeEmpty, always},
		{"always busy", Status(503, nil, ""), llm.CodeOverloaded, always},
	}
}

func testStaying(t *testing.T, k Kit) {
	for _, c := range k.staying() {
		t.Run(c.name, func(t *testing.T) {
			s := Serve(t, c.reply)
			_, err := k.ask(t, s, Hello(), nil)
			WantCode(t, err, c.code)
			if got := len(s.Requests()); got != c.requests {
				t.Errorf("%d requests, want %d", got, c.requests)
			}
		})
	}
}

// What went to the sink is not taken back: the caller gets the prefix and the error.
func testCut(t *testing.T, k Kit) {
	s := Serve(t, Cut(k.Begun("half")))
	var heard strings.Builder
	r, err := k.ask(t, s, Hello(), func(e llm.Event) {
		if d, ok := e.(llm.TextDelta); ok {
			heard.WriteString(d.Text)
		}
	})
	WantCode(t, err, llm.CodeTruncated)
	if heard.String() != "half" || !isPrefix(r, "half") || len(s.Requests()) != 1 {
		t.Errorf("heard %q, kept %+v", heard.String(), r.Message)
	}
}

func isPrefix(r llm.Response, text string) bool {
	m := r.Message
	return m.Content.Text() == text && m.Interrupted && len(m.ToolCalls) == 0
}

func testCancelled(t *testing.T, k Kit) {
	s := Serve(t, Stall(k.Begun("so far")))
	ctx, cancel := context.WithCancelCause(t.Context())
	tired := errors.New("tired of it")
	m := k.model(t, k.config(s.URL))
	r, err := m.Generate(ctx, Hello(), func(e llm.Event) {
		if _, ok := e.(llm.TextDelta); ok {
			cancel(tired)
		}
	})
	WantCode(t, err, llm.CodeCancelled)
	if !errors.Is(err, tired) || !isPrefix(r, "so far") {
		t.Errorf("kept %+v, %v", r.Message, err)
	}
}

// One tool that cannot be declared costs the request nothing but that tool.
func testLeftOut(t *testing.T, k Kit) {
	bad := llm.ToolDeclaration{Name: "bad", Parameters: jsonvalue.Array()}
	odd := llm.ToolDeclaration{Name: "a.b"}
	wire := provider.Project([]llm.ToolDeclaration{odd}, provider.Full()).Wire("a.b")
	call := llm.ToolCall{ID: "1", Name: wire, Arguments: "{}"}
	s := Serve(t, Stream(k.Whole("", []llm.ToolCall{call}, llm.FinishToolCalls)))
	r, err := k.ask(t, s, Hello(bad, odd), nil)
	if err != nil || len(r.Warnings) != 1 || r.Warnings[0].Subject != "bad" {
		t.Fatalf("got %+v, %v", r.Warnings, err)
	}
	if got := Calls(r); len(got) != 1 || got[0] != "1 a.b {}" {
		t.Errorf("calls are %q", got)
	}
	body := s.Requests()[0].Body
	if strings.Contains(body, `"bad"`) || !strings.Contains(body, `"`+wire+`"`) {
		t.Errorf("asked with %s", body)
	}
	for _, mode := range []string{llm.ToolChoiceNamed, llm.ToolChoiceRequired} {
		req := Hello(bad)
		req.ToolChoice = llm.ToolChoice{Mode: mode, Name: "bad"}
		_, err := k.ask(t, s, req, nil)
		WantCode(t, err, llm.CodeInvalidRequest)
	}
}

func testHistory(t *testing.T, k Kit) {
	s := Serve(t, Stream(k.says("x")))
	req := Hello()
	req.Messages = append(req.Messages, llm.ToolMessage(llm.ToolResult{CallID: "x"}))
	_, err := k.ask(t, s, req, nil)
	WantCode(t, err, llm.CodeHistory)
	if len(s.Requests()) != 0 {
		t.Error("it was sent")
	}
}

// Equal requests are equal bytes, also those made at the same time: providers keep what begins alike.
func testStable(t *testing.T, k Kit) {
	const schema = `{"type":"object","title":"t","description":"d","$defs":{"x":{}},` +
		`"properties":{"z":{},"y":{},"x":{}},"required":["z"],"additionalProperties":false}`
	parameters, err := jsonvalue.ParseString(schema)
	if err != nil {
		t.Fatal(err)
	}
	s := Serve(t, Stream(k.says("x")))
	m := k.model(t, k.config(s.URL))
	done := make(chan error)
	const requests = 16
	for range requests {
		go func() {
			tool := llm.ToolDeclaration{Name: "a", Parameters: parameters}
			_, err := m.Generate(context.WithoutCancel(t.Context()), Hello(tool), nil)
			done <- err
		}()
	}
	for range requests {
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
