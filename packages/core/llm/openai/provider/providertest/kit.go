package providertest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// Model is a model that has connections to release.
type Model interface {
	llm.Model
	Close()
}

// Kit says how an adapter under test is made and how its protocol writes answers.
type Kit struct {
	// New makes the model. The configuration has a name, an address, a key, and waits next to nothing.
	New func(provider.Config) (Model, error)
	// Whole is the stream of an answer that says a text, makes calls, and ends for the reason.
	Whole func(text string, calls []llm.ToolCall, reason llm.FinishReason) string
	// Begun is the stream of an answer that says a text and goes on.
	Begun func(text string) string
	// Failed is a failure of the provider's own in the middle of a stream.
	Failed string
	// KeyHeader is the header field that holds the key.
	KeyHeader string
	// Environment are variables that programs for this provider usually read, each with a value that
	// contains "environment".
	Environment map[string]string
}

const key = "sk-secret-0123456789"

// TestModel runs an adapter against servers that behave and misbehave (see package provider).
func TestModel(t *testing.T, k Kit) {
	t.Helper()
	for _, c := range []struct {
		name string
		run  func(*testing.T, Kit)
	}{
		{"an answer", testAnswer},
		{"two calls with one id", testOneIDTwice},
		{"a call that the token limit may have cut", testTokenLimit},
		{"faults that pass", testPassing},
		{"faults that stay", testStaying},
		{"a cut after the sink heard something", testCut},
		{"a cancelled stream", testCancelled},
		{"a server that is not there", testUnreachable},
		{"a redirect", testRedirect},
		{"the environment", testEnvironment},
		{"a tool that cannot be declared", testLeftOut},
		{"a history that no provider takes", testHistory},
		{"equal requests", testStable},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, k) })
	}
}

func (k Kit) config(url string) provider.Config {
	return provider.Config{
		Name: "test", BaseURL: url, Key: key,
		Retry: provider.Retry{First: time.Millisecond, Longest: time.Millisecond},
	}
}

func (k Kit) model(t *testing.T, c provider.Config) Model {
	t.Helper()
	m, err := k.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// ask asks a model at the server, with the usual configuration.
func (k Kit) ask(t *testing.T, s *Server, req llm.Request, sink llm.Sink) (llm.Response, error) {
	t.Helper()
	return k.model(t, k.config(s.URL)).Generate(t.Context(), req, sink)
}

func (k Kit) says(text string) string { return k.Whole(text, nil, llm.FinishStop) }

// Hello is a request that says hello and declares tools.
func Hello(tools ...llm.ToolDeclaration) llm.Request {
	return llm.Request{
		Selection: llm.Selection{Provider: "test", Model: "m"},
		Messages:  []llm.Message{llm.UserMessage("hello")}, Tools: tools,
	}
}

// WantCode fails the test unless err has the code and does not show the key.
func WantCode(t *testing.T, err error, code llm.Code) {
	t.Helper()
	if got := llm.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
	if text := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(text, key) {
		t.Errorf("the error shows the key: %s", text)
	}
}

// Calls writes the calls of an answer, one a line: id, name, arguments.
func Calls(r llm.Response) []string {
	var out []string
	for _, c := range r.Message.ToolCalls {
		out = append(out, c.ID+" "+c.Name+" "+c.Arguments)
	}
	return out
}

func testAnswer(t *testing.T, k Kit) {
	s := Serve(t, Stream(k.says("hi")))
	r, err := k.ask(t, s, Hello(), nil)
	if err != nil || r.Message.Content.Text() != "hi" || r.FinishReason != llm.FinishStop {
		t.Errorf("got %+v, %v", r, err)
	}
	if sent := s.Requests()[0].Header.Get(k.KeyHeader); !strings.HasSuffix(sent, key) {
		t.Errorf("%s is %q", k.KeyHeader, sent)
	}
}

func testOneIDTwice(t *testing.T, k Kit) {
	same := llm.ToolCall{ID: "a", Name: "read", Arguments: "{}"}
	s := Serve(t, Stream(k.Whole("", []llm.ToolCall{same, same}, llm.FinishToolCalls)))
	r, err := k.ask(t, s, Hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Message.ToolCalls; len(c) != 2 || c[0].ID != "a" || c[1].ID == "a" || c[1].ID == "" {
		t.Errorf("calls are %+v", c)
	}
}

func testTokenLimit(t *testing.T, k Kit) {
	half := llm.ToolCall{ID: "a", Name: "bash", Arguments: `{"command":"rm -rf /tmp/x`}
	s := Serve(t, Stream(k.Whole("I will", []llm.ToolCall{half}, llm.FinishMaxTokens)))
	r, err := k.ask(t, s, Hello(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dropped := len(r.Dropped) == 1 && r.Dropped[0].Call.Name == "bash" &&
		strings.Contains(r.Dropped[0].Reason, "token limit")
	if r.FinishReason != llm.FinishMaxTokens || len(r.Message.ToolCalls) != 0 || !dropped {
		t.Errorf("the response is %+v", r)
	}
}

func testUnreachable(t *testing.T, k Kit) {
	_, err := k.model(t, k.config("http://127.0.0.1:1")).Generate(t.Context(), Hello(), nil)
	WantCode(t, err, llm.CodeTransport)
	if !strings.Contains(err.Error(), "refused") {
		t.Errorf("error %q does not say why", err)
	}
}

// A redirect would take the credential along.
func testRedirect(t *testing.T, k Kit) {
	other := Serve(t, Stream(k.says("x")))
	s := Serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	_, err := k.ask(t, s, Hello(), nil)
	WantCode(t, err, llm.CodeProtocol)
	if len(other.Requests()) != 0 {
		t.Error("the redirect was followed")
	}
}

// Keys and addresses in the environment are for other programs.
func testEnvironment(t *testing.T, k Kit) {
	for name, value := range k.Environment {
		t.Setenv(name, value)
	}
	s := Serve(t, Stream(k.says("x")))
	c := k.config(s.URL)
	c.Key = ""
	if _, err := k.model(t, c).Generate(t.Context(), Hello(), nil); err != nil {
		t.Fatal(err)
	}
	for name, values := range s.Requests()[0].Header {
		if strings.Contains(strings.Join(values, " "), "environment") || name == k.KeyHeader {
			t.Errorf("%s: %v was sent", name, values)
		}
	}
}
