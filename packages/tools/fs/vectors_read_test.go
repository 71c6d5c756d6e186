package fs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

type readCase struct {
	ID        string          `json:"id"`
	Reason    string          `json:"reason"`
	Content   *string         `json:"content"`
	Bytes     []byte          `json:"content_b64"`
	Generator string          `json:"content_generator"`
	Target    string          `json:"target"`
	Args      map[string]any  `json:"args"`
	Config    jsonvalue.Value `json:"config"`
	Expect    struct {
		Value     jsonvalue.Value `json:"value"`
		Rendered  *string         `json:"rendered"`
		Error     *wantFailure    `json:"error"`
		LineCount *int            `json:"line_count"`
		First     *lineWant       `json:"first_line"`
		Last      *lineWant       `json:"last_line"`
		Total     *int            `json:"totalLines"`
		Footer    string          `json:"rendered_footer"`
		Note      string          `json:"upstream_note"`
	} `json:"expect"`
	Recommended struct {
		FirstLine string `json:"first_line_text"`
		LineOne   string `json:"line_1"`
		Rule      string `json:"rule"`
	} `json:"recommended"`
	RecommendedReason string `json:"recommended_reason"`
}

type lineWant struct {
	Number int     `json:"number"`
	Text   *string `json:"text"`
	Length *int    `json:"text_length_utf16"`
	Prefix string  `json:"text_prefix"`
	Suffix string  `json:"text_suffix"`
}

// decided holds what a decision makes of a case whose recommendation it overrules: caps count code
// points, so three of them are under a cap of five.
var decided = map[string]string{"read-041": "😀😀😀"}

// generated is the content that a description stands for.
func generated(t *testing.T, description string) string {
	t.Helper()
	var text strings.Builder
	switch description {
	case `lines "line 1" to "line 2500", newline-terminated`:
		for i := range 2500 {
			fmt.Fprintf(&text, "line %d\n", i+1)
		}
	case "three U+1F600 characters and a newline":
		text.WriteString("😀😀😀\n")
	case "3000 x characters, newline, y, newline":
		text.WriteString(strings.Repeat("x", 3000) + "\ny\n")
	case "9000 bytes of the letter x followed by one NUL byte":
		text.WriteString(strings.Repeat("x", 9000) + "\x00")
	default:
		t.Fatalf("no generator for %q", description)
	}
	return text.String()
}

func (c readCase) prepare(t *testing.T, path string) {
	t.Helper()
	var err error
	switch {
	case c.Target == "no such path":
	case c.Target == "directory":
		err = os.Mkdir(path, 0o755)
	case c.Target != "":
		t.Fatalf("no target %q", c.Target)
	case c.Content != nil:
		err = os.WriteFile(path, []byte(*c.Content), 0o644)
	case c.Generator != "":
		err = os.WriteFile(path, []byte(generated(t, c.Generator)), 0o644)
	default:
		err = os.WriteFile(path, c.Bytes, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadVectors(t *testing.T) {
	for _, c := range suite[readCase](t, "fs-read.json") {
		t.Run(c.ID, func(t *testing.T) {
			w := withRead(withTools(t, true), c.Config.Text())
			path := filepath.Join(w.Dir, "file.txt")
			c.prepare(t, path)
			args := map[string]any{"file_path": "file.txt"}
			for name, v := range c.Args {
				args[name] = v
			}
			fill := func(s string) string { return strings.ReplaceAll(s, "{PATH}", path) }
			r := w.Call("read", args)
			if c.Expect.Error != nil {
				c.Expect.Error.check(t, r, fill)
				return
			}
			wantSuccess(t, r)
			c.check(t, r, fill)
		})
	}
}

func (c readCase) check(t *testing.T, r *tools.Result, fill func(string) string) {
	t.Helper()
	var got struct {
		Path   string        `json:"path"`
		Offset int           `json:"offset"`
		Lines  []window.Line `json:"lines"`
		Total  int           `json:"totalLines"`
	}
	if err := r.Value().Decode(&got); err != nil {
		t.Fatal(err)
	}
	text := r.Content().Text()
	if first := c.firstLine(); first != "" {
		wantText(t, "first line", got.Lines[0].Text, first)
		if !strings.Contains(text, "\n1: "+first+"\n") {
			t.Errorf("rendered as %q", text)
		}
		return
	}
	if c.Expect.Rendered != nil {
		wantText(t, "rendered", text, fill(*c.Expect.Rendered))
		wantValue(t, r.Value(), c.Expect.Value, fill)
		return
	}
	if len(got.Lines) != *c.Expect.LineCount || got.Total != *c.Expect.Total {
		t.Errorf("%d lines of %d", len(got.Lines), got.Total)
	}
	c.Expect.First.check(t, got.Lines[0])
	c.Expect.Last.check(t, got.Lines[len(got.Lines)-1])
	if !strings.HasSuffix(text, "\n\n"+c.Expect.Footer+"\n</content>") {
		t.Errorf("rendered footer %q", text[max(0, len(text)-100):])
	}
}

func (c readCase) firstLine() string {
	if line := decided[c.ID]; line != "" {
		return line
	}
	return c.Recommended.FirstLine + c.Recommended.LineOne
}

func (want *lineWant) check(t *testing.T, got window.Line) {
	t.Helper()
	if want == nil {
		return
	}
	if got.Number != want.Number || want.Text != nil && got.Text != *want.Text ||
		want.Length != nil && len(utf16.Encode([]rune(got.Text))) != *want.Length ||
		!strings.HasPrefix(got.Text, want.Prefix) || !strings.HasSuffix(got.Text, want.Suffix) {
		t.Errorf("line %d: %.80q", got.Number, got.Text)
	}
}
