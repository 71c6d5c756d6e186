package cli

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestDocsDescribesEveryCommand(t *testing.T) {
	var out, log bytes.Buffer
	if code := Run(t.Context(), []string{"docs"}, Streams{Out: &out, Err: &log}); code != ExitOK {
		t.Fatalf("exit %d: %s", code, log.Bytes())
	}
	var tree commandDoc
	if err := json.Unmarshal(out.Bytes(), &tree); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	var walk func(commandDoc)
	walk = func(c commandDoc) {
		names[c.Name] = true
		for _, below := range c.Commands {
			walk(below)
		}
	}
	walk(tree)
	for _, want := range []string{"dsh", "dsh call", "dsh schema check"} {
		if !names[want] {
			t.Errorf("%q is missing from %v", want, names)
		}
	}
	if names["dsh docs"] || names["dsh help"] {
		t.Errorf("a command that is not for readers is in %v", names)
	}
}
