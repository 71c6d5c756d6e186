package fs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type editCase struct {
	ID        string         `json:"id"`
	Reason    string         `json:"reason"`
	Before    *string        `json:"before"`
	Bytes     []byte         `json:"before_b64"`
	Generator string         `json:"before_generator"`
	Args      map[string]any `json:"args"`
	Setup     struct {
		Policy   bool   `json:"observation_policy"`
		Observed string `json:"observed"`
		External string `json:"external_change_after_observation"`
	} `json:"setup"`
	Expect struct {
		After     *string      `json:"after"`
		Result    string       `json:"result"`
		Error     *wantFailure `json:"error"`
		Unchanged bool         `json:"file_unchanged"`
	} `json:"expect"`
	Recommended       *string `json:"recommended"`
	RecommendedReason string  `json:"recommended_reason"`
}

func TestEditVectors(t *testing.T) {
	for _, c := range suite[editCase](t, "fs-edit.json") {
		t.Run(c.ID, func(t *testing.T) {
			w := withRead(withTools(t, c.Setup.Policy), "")
			path := filepath.Join(w.Dir, "file.txt")
			before, exists := c.before(t)
			if exists {
				put(t, path, before)
			}
			switch c.Setup.Observed {
			case "read", "absent":
				if w.Call("read", map[string]any{"file_path": "file.txt"}).IsError() {
					w.Observe("file.txt") // no text, and seen all the same
				}
			case "none":
			default:
				t.Fatalf("no observation %q", c.Setup.Observed)
			}
			switch c.Setup.External {
			case "":
			case "rewritten":
				before = "somebody else was here\n"
				put(t, path, before)
			case "deleted":
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			default:
				t.Fatalf("no change %q", c.Setup.External)
			}
			args := map[string]any{"file_path": "file.txt"}
			for name, v := range c.Args {
				args[name] = v
			}
			r := w.Call("edit", args)
			fill := func(s string) string { return strings.ReplaceAll(s, "{PATH}", path) }
			if c.Expect.Error != nil {
				c.Expect.Error.check(t, r, fill)
				if got, _ := os.ReadFile(path); c.Expect.Unchanged && string(got) != before {
					t.Errorf("the file became %.80q", got)
				}
				return
			}
			wantSuccess(t, r)
			wantText(t, "rendered", r.Content().Text(), fill(c.Expect.Result))
			want := c.Expect.After
			if c.Recommended != nil {
				want = c.Recommended
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			wantText(t, "file", string(got), *want)
		})
	}
}

func (c editCase) before(t *testing.T) (string, bool) {
	t.Helper()
	switch {
	case c.Before != nil:
		return *c.Before, true
	case c.Generator != "":
		return generated(t, c.Generator), true
	}
	return string(c.Bytes), c.Bytes != nil
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
