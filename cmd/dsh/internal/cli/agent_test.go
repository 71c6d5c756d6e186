package cli_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// script writes a script with these turns and returns its path.
func script(t testing.TB, turns string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.json")
	text := `{"version": 1, "name": "test", "turns": [` + turns + `]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// reads is a script that reads a file and says so.
const reads = `{"respond": {"text": "Looking.", "toolCalls": [{"name": "read", "arguments": {"file_path": "a.txt"}}]}},
	{"expect": {"results": [{"name": "read", "isError": false, "contains": ["alpha"]}]}, "respond": {"text": "It says alpha."}}`

// In a pipe the text is the output, and nothing has an escape code.
func TestAgentInAPipe(t *testing.T) {
	got := run(t, t.Context(), "", "agent", "--script", script(t, reads), "-C", workspace(t), "what is in a.txt?")
	if got.code != 0 || got.out != "Looking.\nIt says alpha.\n" {
		t.Errorf("exit %d: %q, %s", got.code, got.out, got.err)
	}
	if !strings.Contains(got.err, "> Read a.txt\n  ok Read a.txt (") || strings.Contains(got.out+got.err, "\x1b") {
		t.Errorf("said %q", got.err)
	}
}

// Without a model the embedded script answers.
func TestAgentWithoutAModel(t *testing.T) {
	got := run(t, t.Context(), "", "agent", "-C", workspace(t), "hello")
	if got.code != 0 || !strings.Contains(got.out, "I am a scripted model") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

func TestAgentJSON(t *testing.T) {
	got := run(t, t.Context(), "", "agent", "--json", "--script", script(t, reads), "-C", workspace(t), "go")
	lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
	var types []string
	for i, line := range lines {
		e, err := session.ParseLine([]byte(line))
		if err != nil || e.Seq != int64(i) {
			t.Fatalf("line %d: %v: %s", i, err, line)
		}
		if e.Type != session.TypeAssistantChunk {
			types = append(types, string(e.Type))
		}
	}
	want := "sandbox/mode approval/policy permission/preset turn/start step/start user/message request/header request/context assistant/message " +
		"tool/call tool/result step/end step/start assistant/message step/end turn/end"
	if strings.Join(types, " ") != want || got.code != 0 || got.err != "" {
		t.Errorf("exit %d: %v\n%s", got.code, types, got.err)
	}
}

func TestAgentUnusable(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	dir := workspace(t)
	file := filepath.Join(dir, "a.txt")
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"no task", nil, "no task: say what to do"},
		{"resume what", []string{"--resume"}, "name its file with --session"},
		{"no such session", []string{"--resume", "--session", dir + "/none", "x"}, "none"},
		{"a file that is there", []string{"--session", file, "x"}, "go on with it by --resume"},
		{"two policies", []string{"--yes", "--never", "x"}, "[never yes] were all set"},
		{"two models", []string{"--model", "a/b", "--script", "c", "x"}, "[model script] were all set"},
		{"malformed model", []string{"--model", "gpt", "x"}, "write it as provider/model"},
		{"unknown provider", []string{"--model", "a/b", "x"}, `no provider is named "a"; there are: anthropic,`},
		{"no key", []string{"--model", "openai/x", "x"}, "environment variable OPENAI_API_KEY"},
		{"no address", []string{"--model", "compatible/x", "x"}, "give it with --base-url"},
		{"not an address", []string{"--model", "ollama/x", "--base-url", "nowhere", "x"}, "base URL"},
		{"address of a script", []string{"--base-url", "http://localhost", "x"}, "name a model with --model"},
		{"no such script", []string{"--script", dir + "/none", "x"}, "cannot be read"},
		{"not a script", []string{"--script", file, "x"}, "a.txt"},
		{"unknown preset", []string{"--preset", "codign", "x"}, `no preset is named "codign"`},
		{"unknown preset of a file", []string{"--config", config(t, "# mine\npreset: codign\n"), "x"},
			`.yaml:2: no preset is named "codign", did you mean coding?`},
		{"steps", []string{"--max-steps", "-1", "x"}, "it must be 0 or more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), "", append([]string{"agent", "-C", dir}, tt.args...)...)
			if got.code != 2 || !strings.Contains(got.err, tt.want) || got.out != "" {
				t.Errorf("exit %d, printed %q, said %q; want %q", got.code, got.out, got.err, tt.want)
			}
		})
	}
}

// A task that ends otherwise than completed fails the command and leaves a
// session that goes on.
func TestAgentResumes(t *testing.T) {
	dir, play := workspace(t), script(t, reads)
	file := filepath.Join(t.TempDir(), "s.jsonl")
	got := run(t, t.Context(), "", "agent", "--script", play, "-C", dir, "--session", file, "--max-steps", "1", "go")
	if got.code != 1 || !strings.Contains(got.err, "ended after 1 steps (max-steps)") {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got = run(t, t.Context(), "", "agent", "--script", play, "-C", dir, "--session", file, "--resume")
	if got.code != 0 || got.out != "It says alpha.\n" {
		t.Fatalf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got = run(t, t.Context(), "", "agent", "--script", play, "-C", dir, "--session", file, "--resume")
	if got.code != 2 || !strings.Contains(got.err, "owes no answer") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	history, err := jsonl.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := llm.CheckHistory(history.Messages()); err != nil {
		t.Error(err)
	}
}

// What a crash left is repaired before the session goes on.
func TestAgentRepairsASession(t *testing.T) {
	dir, play := workspace(t), script(t, reads)
	file := filepath.Join(t.TempDir(), "s.jsonl")
	run(t, t.Context(), "", "agent", "--script", play, "-C", dir, "--session", file, "go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(text), `"tool/result"`)
	if err := os.WriteFile(file, text[:at], 0o600); err != nil {
		t.Fatal(err)
	}
	answer := script(t, `{"respond": {"text": "unheard"}}, {"expect": {"contains": ["outcome is unknown"]}, "respond": {"text": "Again."}}`)
	got := run(t, t.Context(), "", "agent", "--script", answer, "-C", dir, "--session", file, "--resume", "go on")
	if !strings.Contains(got.err, "1 calls with unknown outcome") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	if history, err := jsonl.Read(file); err != nil || llm.CheckHistory(history.Messages()) != nil {
		t.Errorf("the history is not valid: %v", err)
	}
}

// An interrupt ends the task in good order.
func TestAgentInterrupted(t *testing.T) {
	dir := workspace(t)
	file := filepath.Join(t.TempDir(), "s.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// A server sees that its client left only after it has read the request.
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	got := run(t, ctx, "", "agent", "--model", "compatible/x", "--base-url", server.URL, "-C", dir, "--session", file, "go")
	if got.code != 1 || !strings.Contains(got.err, "(aborted)") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	history, err := jsonl.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if last := history.Events[len(history.Events)-1]; last.Type != session.TypeTurnEnd {
		t.Errorf("the session ends with %s", last.Type)
	}
}

// A server that speaks the protocol of OpenAI, with and without a key.
func TestAgentAsksAServer(t *testing.T) {
	t.Setenv("DSH_API_KEY", "secret")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		const chunk = `data: {"id":"1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":%s,"finish_reason":%s}]}` + "\n\n"
		fmt.Fprintf(w, chunk, `{"role":"assistant","content":"Good "}`, "null")
		fmt.Fprintf(w, chunk, `{"content":"day."}`, "null")
		fmt.Fprintf(w, chunk, `{}`, `"stop"`)
		fmt.Fprint(w, "data: [DONE]\n\n")
	}))
	defer server.Close()
	args := []string{"agent", "--model", "compatible/m", "--base-url", server.URL, "-C", workspace(t), "hello"}
	if got := run(t, t.Context(), "", args...); got.code != 0 || got.out != "Good day.\n" {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	t.Setenv("DSH_API_KEY", "wrong")
	if got := run(t, t.Context(), "", args...); got.code != 1 || strings.Contains(got.out+got.err, "wrong") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}
