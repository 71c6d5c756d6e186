package fs_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
)

// store keeps what is saved, or fails.
type store struct {
	err   error
	saved []fs.StoreText
}

func (s *store) SaveText(_ context.Context, text fs.StoreText) (fs.Receipt, error) {
	s.saved = append(s.saved, text)
	return fs.Receipt{Locator: "/spill/" + text.SuggestedName, RetrievalHint: "Use read on it."}, s.err
}

func searching(t *testing.T, engine string) (*fstest.World, *store) {
	t.Helper()
	w := withSearch(t, engine, map[string]any{"globMaxResults": 2, "grepMaxMatches": 2, "grepMaxLineBytes": 10})
	s := &store{}
	if _, err := w.Files.Stores.Provide(w.Root, s); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		put(t, filepath.Join(w.Dir, fmt.Sprintf("f%d.txt", i)), "needle and more of it\n")
	}
	return w, s
}

func TestOverCapIsSaved(t *testing.T) {
	for _, engine := range engineNames(t) {
		w, s := searching(t, engine)
		wantText(t, "glob", succeeds(t, w.Call("glob", args{"pattern": "*.txt"})),
			"f0.txt\nf1.txt\n\n(Showing 2 of 4 paths, oldest first. "+
				"The complete list is at /spill/glob-results.txt. Use read on it.)")
		wantText(t, "grep", succeeds(t, w.Call("grep", args{"pattern": "needle"})),
			"Found 2 of 4 matches\n\nf0.txt\nLine 1: needle and (line truncated)\n\n"+
				"f1.txt\nLine 1: needle and (line truncated)\n\n"+
				"(2 of 4 matches are not shown. The complete result is at /spill/grep-results.txt. Use read on it.)")
		row := "Line 1: needle and (line truncated)\n"
		want := []fs.StoreText{
			{Owner: "agent-1", ToolName: "glob", CallID: "call-1", SuggestedName: "glob-results.txt",
				Content: "f0.txt\nf1.txt\nf2.txt\nf3.txt\n"},
			{Owner: "agent-1", ToolName: "grep", CallID: "call-1", SuggestedName: "grep-results.txt",
				Content: "Found 4 matches\n\nf0.txt\n" + row + "\nf1.txt\n" + row + "\nf2.txt\n" + row + "\nf3.txt\n" + row},
		}
		if diff := cmp.Diff(want, s.saved); diff != "" {
			t.Error(diff)
		}
	}
}

// Where nothing can be saved the footer says so: a failing store, a call without an agent, and a
// result that is under the cap.
func TestOverCapIsNotSaved(t *testing.T) {
	for _, engine := range engineNames(t) {
		w, s := searching(t, engine)
		s.err = errors.New("full")
		const unsaved = "(2 of 4 matches are not shown. The complete result could not be saved; " +
			"narrow the pattern, path or include to see the rest.)"
		if text := succeeds(t, w.Call("grep", args{"pattern": "needle"})); !strings.HasSuffix(text, unsaved) {
			t.Errorf("%q", text)
		}
		s.err, s.saved = nil, nil
		agent := w.Agent
		w.Agent = nil
		text := succeeds(t, w.Call("grep", args{"pattern": "needle", "path": w.Dir}))
		if !strings.HasSuffix(text, unsaved) || len(s.saved) != 0 {
			t.Errorf("%q, saved %d", text, len(s.saved))
		}
		w.Agent = agent
		succeeds(t, w.Call("glob", args{"pattern": "f0*"}))
		if len(s.saved) != 0 {
			t.Errorf("saved %v", s.saved)
		}
	}
}

// The value is complete whatever the page shows.
func TestSearchValuesAreComplete(t *testing.T) {
	for _, engine := range engineNames(t) {
		w, _ := searching(t, engine)
		wantText(t, "glob", w.Call("glob", args{"pattern": "*.txt"}).Value().Text(),
			`{"root":"`+w.Dir+`","paths":["f0.txt","f1.txt","f2.txt","f3.txt"]}`)
		r := w.Call("grep", args{"pattern": "needle", "path": "f3.txt"})
		wantText(t, "grep", r.Value().Text(),
			`{"matches":[{"path":"f3.txt","lineNumber":1,"line":"needle and more of it"}]}`)
	}
}

func TestSearchWarnings(t *testing.T) {
	for _, engine := range engineNames(t) {
		w := withSearch(t, engine, nil)
		plant(t, filepath.Join(w.Dir, "bad\xff.txt"), []byte("needle\n"))
		const line = "(1 warning, the result may be incomplete: " +
			"1 file name(s) are not valid UTF-8 and are shown inexactly)"
		r := w.Call("grep", args{"pattern": "needle"})
		wantText(t, "grep", succeeds(t, r), "Found 1 match\n\nbad\uFFFD.txt\nLine 1: needle\n\n"+line)
		if n, _ := r.Value().Get("warnings"); n.Text() != "1" {
			t.Errorf("value %s", r.Value().Text())
		}
		wantText(t, "glob", succeeds(t, w.Call("glob", args{"pattern": "*"})), "bad\uFFFD.txt\n\n"+line)
	}
}

// Searches declare a budget, for the policy that enforces it.
func TestSearchesDeclareABudget(t *testing.T) {
	w := withSearch(t, "walker", nil)
	for _, name := range []string{"glob", "grep"} {
		reg, _ := w.Registry.Get(name, w.Agent.Key, nil)
		if d := reg.Definition(); d.Timeout != 30*time.Second || !d.Traits.ReadOnly {
			t.Errorf("%s: %v, %+v", name, d.Timeout, d.Traits)
		}
	}
}
