package wordcount_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/tools/gen/snippets/wordcount"
)

// show: test
func TestWordcount(t *testing.T) {
	k := testkit.New(t) // a registry with an executor; closed and checked at the end
	d, err := wordcount.New(wordcount.Config{MaxBytes: 20})
	if err != nil {
		t.Fatal(err)
	}
	k.Register(d)
	agent, _ := k.Agent("a", nil)
	agent.Dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(agent.Dir, "poem.txt"), []byte("so much depends\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ arguments, status, content string }{
		"words": {`{"path": "poem.txt"}`, "ok", "poem.txt has 3 words."},
		"lines": {`{"path": "poem.txt", "unit": "lines"}`, "ok", "poem.txt has 1 lines."},
		"a bad unit": {
			`{"path": "poem.txt", "unit": "pages"}`, "INVALID_ARGS",
			`Error: invalid arguments: "unit" must be one of ["words","lines","bytes"]`,
		},
		"too large": {
			`{"path": "poem.txt", "limit": 5}`, "WORDCOUNT_TOO_LARGE",
			"Error: poem.txt has 16 bytes, more than 5",
		},
	} {
		t.Run(name, func(t *testing.T) {
			done := k.Run(t.Context(), &tools.Batch{Agent: agent, Calls: testkit.Calls("wordcount", c.arguments)})
			result := done.Outcomes[0].Result
			if got := testkit.Status(result); got != c.status {
				t.Errorf("status %q, want %q", got, c.status)
			}
			if got := result.Content().Text(); got != c.content {
				t.Errorf("content %q, want %q", got, c.content)
			}
		})
	}
}

// end: test
