package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
)

// chat is a streamed answer of a server that speaks chat completions.
func chat(deltas ...string) providertest.Reply {
	var b strings.Builder
	for _, d := range deltas {
		fmt.Fprintf(&b, `data: {"id":"r","object":"chat.completion.chunk","model":"m","choices":[%s]}`+"\n\n", d)
	}
	return providertest.Stream(b.String() + "data: [DONE]\n\n")
}

// readsByChat is a conversation that reads a file.
func readsByChat() []providertest.Reply {
	return []providertest.Reply{
		chat(`{"index":0,"delta":{"content":"Looking."}}`,
			`{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"read","arguments":"{\"file_path\": "}}]}}`,
			`{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"a.txt\"}"}}]}}`,
			`{"index":0,"delta":{},"finish_reason":"tool_calls"}`),
		chat(`{"index":0,"delta":{"content":"It says alpha."}}`, `{"index":0,"delta":{},"finish_reason":"stop"}`),
	}
}

// What a server answered is played again without it, with the same output.
func TestAgentRecordsAScript(t *testing.T) {
	server := providertest.Serve(t, readsByChat()...)
	file := filepath.Join(t.TempDir(), "reads.json")
	live := run(t, t.Context(), "", "agent", "--model", "compatible/m", "--base-url", server.URL+"/v1",
		"-C", workspace(t), "--record", file, "what is in a.txt?")
	if live.code != 0 || live.out != "Looking.\nIt says alpha.\n" {
		t.Fatalf("exit %d: %s%s", live.code, live.out, live.err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `"name": "reads"`) {
		t.Fatalf("%v: %s", err, text)
	}
	played := run(t, t.Context(), "", "agent", "--script", file, "-C", workspace(t), "what is in a.txt?")
	if played.code != 0 || played.out != live.out || len(server.Requests()) != 2 {
		t.Errorf("%d requests, exit %d: %s%s", len(server.Requests()), played.code, played.out, played.err)
	}
	// What the session does differently is told instead of played over.
	empty := run(t, t.Context(), "", "agent", "--script", file, "-C", t.TempDir(), "what is in a.txt?")
	if empty.code != 1 || !strings.Contains(empty.err, "turn 2") {
		t.Errorf("exit %d: %s%s", empty.code, empty.out, empty.err)
	}
}

func TestAgentRecordRefused(t *testing.T) {
	dir := workspace(t)
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"a file that is there", []string{"--record", dir + "/a.txt", "go"}, "a.txt exists: remove it, or name another file"},
		{"no such directory", []string{"--record", dir + "/none/s.json", "go"}, "is not in an existing directory"},
		{"resumed", []string{"--record", dir + "/s.json", "--resume", "--session", "s.jsonl"}, "record a new session"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), "", append([]string{"agent", "-C", dir}, tt.args...)...)
			if got.code != 2 || !strings.Contains(got.err, tt.want) {
				t.Errorf("exit %d: %s", got.code, got.err)
			}
		})
	}
}
