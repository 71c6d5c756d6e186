package cli_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
)

// 2,000 tools do not fill a model's prompt: it is told of two, which find and call
// the others.
func TestAgentWithManyTools(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "secret")
	use := func(name, input string) providertest.Reply {
		return messages(`{"type":"tool_use","id":"c-`+name+`","name":"`+name+`","input":{}}`,
			`{"type":"input_json_delta","partial_json":"`+strings.ReplaceAll(input, `"`, `\"`)+`"}`, "tool_use")
	}
	model := providertest.Serve(t,
		use("mcp_search_tools", `{"query":"thing 1234"}`),
		use("mcp_call_tool", `{"name":"mcp__m__tool1234","arguments":{}}`),
		messages(`{"type":"text","text":""}`, `{"type":"text_delta","text":"Done."}`, "end_turn"))
	flags := append(configured(t, "minimal", server(many(t, 2000))),
		"--model", "anthropic/m", "--base-url", model.URL, "do thing 1234")
	got := run(t, t.Context(), "", append([]string{"agent"}, flags...)...)
	if got.code != 0 || got.out != "Done.\n" {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.err)
	}
	requests := model.Requests()
	if len(requests) != 3 {
		t.Fatalf("%d requests", len(requests))
	}
	first := requests[0].Body
	if strings.Contains(first, "mcp__m__tool") || !strings.Contains(first, "mcp_search_tools") || len(first) > 20_000 {
		t.Errorf("the first request has %d bytes: %.2000s", len(first), first)
	}
	if !strings.Contains(requests[1].Body, "mcp__m__tool1234: Does thing 1234.") ||
		!strings.Contains(requests[2].Body, `thing 1234\nthing 1234`) {
		t.Errorf("the model read %.3000s", requests[2].Body)
	}
}
