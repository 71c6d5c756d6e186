package fs_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
)

type searchCase struct {
	ID      string         `json:"id"`
	Tool    string         `json:"tool"`
	Fixture string         `json:"fixture"`
	Reason  string         `json:"reason"`
	Args    map[string]any `json:"args"`
	Config  map[string]any `json:"config"`
	Expect  struct {
		globWant
		grepWant
		Rendered *string      `json:"rendered"`
		Error    *wantFailure `json:"error"`
	} `json:"expect"`
	// Recommended considers a mode of the engine; it was not taken.
	Recommended struct {
		Reason string `json:"reason"`
	} `json:"recommended"`
}

type globWant struct {
	Paths       *[]string `json:"paths"`
	Order       string    `json:"order"`
	MustInclude []string  `json:"must_include"`
	MustExclude []string  `json:"must_exclude"`
	Total       *int      `json:"canonical_path_count"`
	Inline      []string  `json:"inline"`
	Contains    []string  `json:"rendered_contains"`
	Excludes    []string  `json:"rendered_excludes"`
	Meta        *struct {
		Truncated bool `json:"truncated"`
		Total     int  `json:"total"`
	} `json:"meta"`
}

type grepWant struct {
	Count      *int            `json:"match_count"`
	Total      *int            `json:"canonical_match_count"`
	Matches    *[]search.Match `json:"matches"`
	FileOrder  string          `json:"file_order"`
	FirstLine  string          `json:"rendered_first_line"`
	LastPrefix string          `json:"rendered_last_line_prefix"`
	Rows       *int            `json:"rendered_match_rows"`
	Line       string          `json:"rendered_line"`
	LinePrefix string          `json:"rendered_line_prefix"`
	LineSuffix string          `json:"rendered_line_suffix"`
	LineLength *int            `json:"canonical_line_length"`
	Preview    *int            `json:"rendered_preview_bytes"`
	MustMatch  []string        `json:"must_match_files"`
	MustNot    []string        `json:"must_not_match_files"`
}

type fixture struct {
	Git   bool `json:"git"`
	Files []struct {
		Path    string  `json:"path"`
		Content *string `json:"content"`
		Bytes   []byte  `json:"content_b64"`
		Mtime   int64   `json:"mtime"`
	} `json:"files"`
	Symlinks []struct {
		Link   string `json:"link"`
		Target string `json:"target"`
	} `json:"symlinks"`
	Extra []struct {
		Description string `json:"path_description"`
		Base64      string `json:"path_b64"`
		Content     string `json:"content"`
	} `json:"extra_files"`
}

func fixtures(t *testing.T) map[string]fixture {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "glob-grep.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Fixtures map[string]fixture `json:"fixtures"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s.Fixtures
}

func (f fixture) plant(t *testing.T, dir string) {
	t.Helper()
	for _, file := range f.Files {
		path := filepath.Join(dir, file.Path)
		data := file.Bytes
		if file.Content != nil {
			data = []byte(*file.Content)
		}
		plant(t, path, data)
		when := time.Unix(1_600_000_000+file.Mtime, 0)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range f.Symlinks {
		if err := os.Symlink(link.Target, filepath.Join(dir, link.Link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range f.Extra {
		name := "new\nline.txt"
		if file.Base64 != "" {
			raw, err := base64.StdEncoding.DecodeString(file.Base64)
			if err != nil {
				t.Fatal(err)
			}
			name = string(raw)
		}
		plant(t, filepath.Join(dir, name), []byte(file.Content))
	}
	if f.Git {
		plant(t, filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"))
	}
}

func plant(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// engineNames are those that can be tested here: both, or the walker alone.
func engineNames(t testing.TB) []string {
	t.Helper()
	if _, err := ripgrep.Find(t.Context()); err != nil {
		if os.Getenv("DSH_REQUIRE_RIPGREP") != "" {
			t.Fatalf("DSH_REQUIRE_RIPGREP is set: %v", err)
		}
		t.Logf("the walker alone is tested: %v", err)
		return []string{"walker"}
	}
	return []string{"walker", "ripgrep"}
}

// withSearch is a world with glob and grep, config being added to both rows as far as it fits.
func withSearch(t testing.TB, engine string, config map[string]any) *fstest.World {
	t.Helper()
	w := fstest.New(t)
	globRow := map[string]any{"engine": engine, "sampleOverCapGlobResults": false}
	grepRow := map[string]any{"engine": engine}
	for name, v := range config {
		if !strings.HasPrefix(name, "grep") {
			globRow[name] = v
		}
		if strings.HasPrefix(name, "grep") {
			grepRow[name] = v
		}
	}
	w.Install(glob.Plugin(glob.Params{Tools: w.Registry, Files: w.Files}), encode(t, globRow))
	w.Install(grep.Plugin(grep.Params{Tools: w.Registry, Files: w.Files}), encode(t, grepRow))
	return w
}

func encode(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSearchVectors(t *testing.T) {
	all := fixtures(t)
	for _, engine := range engineNames(t) {
		for _, c := range suite[searchCase](t, "glob-grep.json") {
			t.Run(engine+"/"+c.ID, func(t *testing.T) {
				w := withSearch(t, engine, c.Config)
				all[c.Fixture].plant(t, w.Dir)
				args := map[string]any{}
				for name, v := range c.Args {
					if text, ok := v.(string); ok {
						v = strings.ReplaceAll(text, "{ROOT}", w.Dir)
					}
					args[name] = v
				}
				r := w.Call(c.Tool, args)
				fill := func(s string) string { return strings.ReplaceAll(s, "{ROOT}", w.Dir) }
				if c.Expect.Error != nil {
					c.Expect.Error.check(t, r, fill)
					return
				}
				wantSuccess(t, r)
				text := r.Content().Text()
				if c.Expect.Rendered != nil {
					wantText(t, "rendered", text, fill(*c.Expect.Rendered))
				}
				if c.Tool == "glob" {
					c.Expect.globWant.check(t, r, text)
				} else {
					c.Expect.grepWant.check(t, r, text)
				}
			})
		}
	}
}

func (want globWant) check(t *testing.T, r *tools.Result, text string) {
	t.Helper()
	var v glob.Value
	decode(t, r.Value(), &v)
	if want.Paths != nil {
		if diff := cmp.Diff(*want.Paths, v.Paths); diff != "" {
			t.Error(diff)
		}
	}
	for _, path := range want.MustInclude {
		if !slices.Contains(v.Paths, path) {
			t.Errorf("%q is missing in %q", path, v.Paths)
		}
	}
	for _, path := range want.MustExclude {
		if slices.Contains(v.Paths, path) {
			t.Errorf("%q is in %q", path, v.Paths)
		}
	}
	if want.Total != nil && len(v.Paths) != *want.Total {
		t.Errorf("%d paths, want %d", len(v.Paths), *want.Total)
	}
	if want.Inline != nil {
		shown, _, _ := strings.Cut(text, "\n\n")
		wantText(t, "paths shown", shown, strings.Join(want.Inline, "\n"))
	}
	for _, part := range want.Contains {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
	for _, part := range want.Excludes {
		if strings.Contains(text, part) {
			t.Errorf("%q contains %q", text, part)
		}
	}
	if want.Meta != nil {
		var m glob.Meta
		decode(t, r.Meta(), &m)
		if m.Truncated != want.Meta.Truncated || m.Total != want.Meta.Total {
			t.Errorf("meta %+v", m)
		}
	}
}

func (want grepWant) check(t *testing.T, r *tools.Result, text string) {
	t.Helper()
	var v grep.Value
	decode(t, r.Value(), &v)
	for _, n := range []*int{want.Count, want.Total} {
		if n != nil && len(v.Matches) != *n {
			t.Errorf("%d matches, want %d", len(v.Matches), *n)
		}
	}
	if want.Matches != nil {
		if diff := cmp.Diff(*want.Matches, v.Matches); diff != "" {
			t.Error(diff)
		}
	}
	lines := strings.Split(text, "\n")
	if want.FirstLine != "" {
		wantText(t, "first line", lines[0], want.FirstLine)
	}
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, want.LastPrefix) {
		t.Errorf("last line %q, want prefix %q", last, want.LastPrefix)
	}
	var rows []string
	for _, line := range lines {
		if strings.HasPrefix(line, "Line ") {
			rows = append(rows, line)
		}
	}
	if want.Rows != nil && len(rows) != *want.Rows {
		t.Errorf("%d rows, want %d", len(rows), *want.Rows)
	}
	if want.Line != "" {
		wantText(t, "row", rows[0], want.Line)
	}
	want.checkCut(t, v, rows)
	found := map[string]bool{}
	for _, m := range v.Matches {
		found[m.Path] = true
	}
	for _, path := range want.MustMatch {
		if !found[path] {
			t.Errorf("no match in %s", path)
		}
	}
	for _, path := range want.MustNot {
		if found[path] {
			t.Errorf("a match in %s", path)
		}
	}
}

func (want grepWant) checkCut(t *testing.T, v grep.Value, rows []string) {
	t.Helper()
	if want.LineLength == nil {
		return
	}
	if got := len(v.Matches[0].Line); got != *want.LineLength {
		t.Errorf("the line has %d bytes, want %d", got, *want.LineLength)
	}
	_, shown, _ := strings.Cut(rows[0], ": ")
	body, ok := strings.CutSuffix(shown, want.LineSuffix)
	if !ok || !strings.HasPrefix(body, want.LinePrefix) || len(body) != *want.Preview {
		t.Errorf("the row shows %d bytes: %.40q…%q", len(body), shown, shown[max(0, len(shown)-40):])
	}
}

func decode(t *testing.T, v jsonvalue.Value, into any) {
	t.Helper()
	if err := v.Decode(into); err != nil {
		t.Fatal(err)
	}
}
