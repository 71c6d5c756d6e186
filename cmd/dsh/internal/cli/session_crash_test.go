package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	"github.com/go-json-experiment/json"
)

// cut writes the first n bytes of text to a new file.
func cut(t testing.TB, text []byte, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(file, text[:n], 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func contents(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// decode reads what a command printed.
func decode(t testing.TB, got outcome) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(got.out), &v); err != nil || got.code != 0 {
		t.Fatalf("exit %d: %v: %s%s", got.code, err, got.out, got.err)
	}
	return v
}

func TestSessionShowJSON(t *testing.T) {
	text := contents(t, recorded(t))
	whole := decode(t, run(t, t.Context(), "", "session", "show", "--json", cut(t, text, len(text))))
	turns, messages := whole["turns"].([]any), whole["messages"].([]any)
	turn := turns[0].(map[string]any)
	if len(turns) != 1 || turn["steps"] != 2.0 || turn["reason"] != "completed" || len(messages) < 4 {
		t.Errorf("got %v", whole)
	}
	if whole["meta"].(map[string]any)["preset"] != "coding" || whole["events"] != float64(bytes.Count(text, []byte("\n"))-1) {
		t.Errorf("got meta %v, %v events", whole["meta"], whole["events"])
	}
	// In the middle of an event of an open turn.
	at := bytes.Index(text, []byte(`"tool/result"`))
	torn := decode(t, run(t, t.Context(), "", "session", "show", "--json", cut(t, text, at)))
	turn = torn["turns"].([]any)[0].(map[string]any)
	if turn["steps"] != 1.0 || turn["reason"] != nil {
		t.Errorf("got %v", turn)
	}
}

// A torn end is nothing to export, and is cut off by a repair without a backup.
func TestSessionTornEnd(t *testing.T) {
	text := contents(t, recorded(t))
	at := bytes.Index(text, []byte(`"tool/result"`))
	file := cut(t, text, at)
	for _, format := range []string{"events", "messages", "markdown"} {
		got := run(t, t.Context(), "", "session", "export", "--format", format, file)
		if got.code != 0 || !strings.Contains(got.out, "Looking.") || strings.Contains(got.out, "tool/result") {
			t.Errorf("%s: exit %d: %s%s", format, got.code, got.out, got.err)
		}
	}
	if !bytes.Equal(contents(t, file), text[:at]) {
		t.Error("reading changed the file")
	}
	r := decode(t, run(t, t.Context(), "", "session", "repair", "--json", file))
	line := at - bytes.LastIndexByte(text[:at], '\n') - 1
	if r["repaired"] != true || r["cutBytes"] != float64(line) || r["turn"] != 1.0 ||
		len(r["outcomeUnknown"].([]any)) != 1 || len(r["notStarted"].([]any)) != 0 || r["backup"] != nil {
		t.Errorf("got %v, want %d bytes cut", r, line)
	}
	if again := decode(t, run(t, t.Context(), "", "session", "repair", "--json", file)); again["repaired"] != false {
		t.Errorf("again: %v", again)
	}
}

// places are the middle and the end of each line, with and without its line end.
func places(text []byte) []int {
	list, at := []int{0}, 0
	for line := range bytes.Lines(text) {
		list = append(list, at+len(line)/2, at+len(line)-1, at+len(line))
		at += len(line)
	}
	return list
}

// Whatever a crash leaves of the file, the session goes on and the task is
// completed, with a history that a provider accepts.
func TestAgentResumesWhereverItWasCut(t *testing.T) {
	file := recorded(t)
	text, dir := contents(t, file), workspace(t)
	play := script(t, `{"respond": {"toolCalls": [{"name": "read", "arguments": {"file_path": "a.txt"}}]}},
		{"respond": {"text": "1."}}, {"respond": {"text": "2."}}, {"respond": {"text": "3."}}`)
	header := bytes.IndexByte(text, '\n') + 1
	for _, n := range places(text[header:]) {
		n += header
		file := cut(t, text, n)
		got := run(t, t.Context(), "", "agent", "--script", play, "-C", dir, "--session", file, "--resume", "go on")
		history, err := jsonl.Read(file)
		if err == nil {
			err = llm.CheckHistory(history.Messages())
		}
		if got.code != 0 || err != nil {
			t.Errorf("cut at %d of %d: exit %d: %v\n%s%s", n, len(text), got.code, err, got.out, got.err)
		}
	}
	if got := run(t, t.Context(), "", "agent", "--script", play, "-C", dir,
		"--session", cut(t, text, header/2), "--resume", "go on"); got.code != 2 {
		t.Errorf("cut in its header: exit %d: %s%s", got.code, got.out, got.err)
	}
}
