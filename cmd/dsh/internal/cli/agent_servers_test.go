package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
)

// messages is a streamed answer of a server that speaks messages: one block, and
// how the answer ends.
func messages(block, delta, reason string) providertest.Reply {
	var b strings.Builder
	send := func(kind, rest string) {
		fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest)
	}
	send("message_start", `,"message":{"id":"r","model":"m","role":"assistant","content":[],"usage":{"input_tokens":1,"output_tokens":1}}`)
	send("content_block_start", `,"index":0,"content_block":`+block)
	send("content_block_delta", `,"index":0,"delta":`+delta)
	send("content_block_stop", `,"index":0`)
	send("message_delta", `,"delta":{"stop_reason":"`+reason+`"},"usage":{"output_tokens":7}`)
	send("message_stop", "")
	return providertest.Stream(b.String())
}

// A call that the token limit cut is named with the reason, and not run.
func TestAgentNamesDroppedCalls(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "secret")
	server := providertest.Serve(t, messages(`{"type":"tool_use","id":"c1","name":"read","input":{}}`,
		`{"type":"input_json_delta","partial_json":"{\"file_path\": \"a.txt\"}"}`, "max_tokens"))
	got := run(t, t.Context(), "", "agent", "--model", "anthropic/m", "--base-url", server.URL,
		"-C", workspace(t), "what is in a.txt?")
	const want = "dsh: the call of \"read\" is not run: the answer was cut off by the token limit\n"
	if got.code != 1 || !strings.HasPrefix(got.err, want) || !strings.Contains(got.err, "(max-tokens)") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

// A server that speaks messages, with the key from the environment.
func TestAgentAsksAnthropic(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "secret")
	server := providertest.Serve(t,
		messages(`{"type":"tool_use","id":"c1","name":"read","input":{}}`,
			`{"type":"input_json_delta","partial_json":"{\"file_path\": \"a.txt\"}"}`, "tool_use"),
		messages(`{"type":"text","text":""}`, `{"type":"text_delta","text":"It says alpha."}`, "end_turn"))
	got := run(t, t.Context(), "", "agent", "--model", "anthropic/m", "--base-url", server.URL,
		"-C", workspace(t), "what is in a.txt?")
	if got.code != 0 || got.out != "It says alpha.\n" || !strings.Contains(got.err, "  ok Read a.txt (") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	requests := server.Requests()
	if len(requests) != 2 {
		t.Fatalf("%d requests", len(requests))
	}
	for i, want := range []string{"what is in a.txt?", "alpha"} {
		if r := requests[i]; r.Header.Get("X-Api-Key") != "secret" || !strings.Contains(r.Body, want) {
			t.Errorf("request %d: %v, no %q in %s", i, r.Header, want, r.Body)
		}
	}
}
