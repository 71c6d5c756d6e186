package compose_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/tools/gen/snippets/compose"
)

// show: script
const script = `{"version": 1, "name": "counting", "turns": [
	{"respond": {"toolCalls": [{"name": "wordcount", "arguments": {"path": "poem.txt"}}]}},
	{"respond": {"text": "It has three words."}}
]}`

// end: script

func TestTask(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(filepath.Join(dir, "poem.txt"), []byte("so much depends\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	preset, err := compose.Preset()
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.Start(t.Context(), preset, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close(t.Context())
	model, err := scripted.Parse([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := compose.Task(t.Context(), h, scripted.NewPlayer(model, 0), dir, file, "Count the poem.", &out); err != nil {
		t.Fatal(err)
	}
	if want := "completed after 2 steps: It has three words.\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	history, err := jsonl.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	if err := session.Show(&shown, history, session.ShowOptions{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown.String(), "poem.txt has 3 words.") {
		t.Errorf("the session lacks the result:\n%s", shown.String())
	}
}
