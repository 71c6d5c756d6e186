package conformance

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// searchCase is a case of glob-grep.
type searchCase struct {
	caseHead
	Tool        string         `json:"tool"`
	Fixture     string         `json:"fixture"`
	Args        tree           `json:"args"`
	Config      tree           `json:"config,omitzero"`
	Expect      searchExpect   `json:"expect"`
	Recommended *searchExpect  `json:"recommended,omitzero"`
	Why         string         `json:"recommended_reason,omitzero"`
	Upstream    jsontext.Value `json:"upstream,omitzero"`
}

// searchExpect lists what a case expects of glob or grep.
type searchExpect struct {
	Error    *wantError `json:"error,omitzero"`
	Rendered *string    `json:"rendered,omitzero"`
	Contains []string   `json:"rendered_contains,omitzero"`
	Excludes []string   `json:"rendered_excludes,omitzero"`

	Paths       *[]string `json:"paths,omitzero"`
	Order       string    `json:"order,omitzero"`
	MustInclude []string  `json:"must_include,omitzero"`
	MustExclude []string  `json:"must_exclude,omitzero"`
	PathCount   *int      `json:"canonical_path_count,omitzero"`
	Inline      *[]string `json:"inline,omitzero"`
	Meta        *struct {
		Truncated bool `json:"truncated"`
		Total     int  `json:"total"`
	} `json:"meta,omitzero"`

	MatchCount     *int           `json:"match_count,omitzero"`
	CanonicalCount *int           `json:"canonical_match_count,omitzero"`
	Matches        *[]searchMatch `json:"matches,omitzero"`
	FileOrder      string         `json:"file_order,omitzero"`
	MustMatch      []string       `json:"must_match_files,omitzero"`
	MustNotMatch   []string       `json:"must_not_match_files,omitzero"`
	FirstLine      *string        `json:"rendered_first_line,omitzero"`
	LastPrefix     string         `json:"rendered_last_line_prefix,omitzero"`
	Rows           *int           `json:"rendered_match_rows,omitzero"`
	Line           *string        `json:"rendered_line,omitzero"`
	LinePrefix     string         `json:"rendered_line_prefix,omitzero"`
	LineSuffix     string         `json:"rendered_line_suffix,omitzero"`
	LineLength     *int           `json:"canonical_line_length,omitzero"`
	PreviewBytes   *int           `json:"rendered_preview_bytes,omitzero"`

	Reason string `json:"reason,omitzero"`
	Rule   string `json:"rule,omitzero"`
}

type searchMatch struct {
	Path       string `json:"path"`
	LineNumber int    `json:"lineNumber"`
	Line       string `json:"line"`
}

// searchValue is the canonical value of glob or of grep.
type searchValue struct {
	Paths   []string      `json:"paths"`
	Matches []searchMatch `json:"matches"`
}

// searchFixture is a tree of files.
type searchFixture struct {
	Git   bool `json:"git"`
	Files []struct {
		Path    string  `json:"path"`
		Content *string `json:"content,omitzero"`
		Base64  string  `json:"content_b64,omitzero"`
		Mtime   int64   `json:"mtime"`
	} `json:"files"`
	Symlinks []struct {
		Link   string `json:"link"`
		Target string `json:"target"`
	} `json:"symlinks,omitzero"`
	Extra []struct {
		Description string `json:"path_description,omitzero"`
		Base64      string `json:"path_b64,omitzero"`
		Content     string `json:"content"`
	} `json:"extra_files,omitzero"`
}

func searchSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	if err != nil {
		return nil, err
	}
	var shared struct {
		Fixtures map[string]jsontext.Value `json:"fixtures"`
	}
	if err := json.Unmarshal(file, &shared, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, err
	}
	fixtures := map[string]searchFixture{}
	for name, raw := range shared.Fixtures {
		if fixtures[name], err = decode[searchFixture](raw); err != nil {
			return nil, fmt.Errorf("fixture %s: %w", name, err)
		}
	}
	return append(cases, each(lists["cases"], func(c searchCase) (vectorCase, error) {
		f, ok := fixtures[c.Fixture]
		if !ok {
			return vectorCase{}, fmt.Errorf("unknown fixture %q", c.Fixture)
		}
		err := field{"tool", c.Tool, []string{"glob", "grep"}}.check()
		return vectorCase{
			id:     c.ID,
			reason: c.Reason,
			check:  func(d Driver) error { return c.check(d, f) },
		}, err
	})...), nil
}

// check runs the case on every engine that the layer has.
func (c searchCase) check(d Driver, f searchFixture) error {
	engines, err := d.SearchEngines()
	if err != nil {
		return err
	}
	var errs []error
	for _, engine := range engines {
		if err := c.run(d, f, engine); err != nil {
			errs = append(errs, fmt.Errorf("engine %s: %w", engine, err))
		}
	}
	return errors.Join(errs...)
}

func (c searchCase) run(d Driver, f searchFixture, engine string) error {
	config, _ := c.Config.value.(*Object)
	return inWorkspace(
		d,
		Workspace{Config: config, Engine: engine},
		func(dir string, s Session) error {
			if err := f.lay(dir); err != nil {
				return err
			}
			fill := func(s string) string { return strings.ReplaceAll(s, "{ROOT}", dir) }
			given, _ := filled(c.Args.value, fill).(*Object)
			got, err := s.Call(ToolCall{Tool: c.Tool, Args: given})
			if err != nil {
				return err
			}
			return c.Expect.compare(got, fill)
		},
	)
}

// epoch is what modification times count from.
const epoch = 1_600_000_000

func (f searchFixture) lay(dir string) error {
	for _, file := range f.Files {
		content, err := base64.StdEncoding.DecodeString(file.Base64)
		if err != nil {
			return err
		}
		if file.Content != nil {
			content = []byte(*file.Content)
		}
		path := filepath.Join(dir, file.Path)
		if err := putFile(path, content, 0o644); err != nil {
			return err
		}
		when := time.Unix(epoch+file.Mtime, 0)
		if err := os.Chtimes(path, when, when); err != nil {
			return err
		}
	}
	for _, link := range f.Symlinks {
		if err := os.Symlink(link.Target, filepath.Join(dir, link.Link)); err != nil {
			return err
		}
	}
	return f.layOdd(dir)
}

// layOdd lays files whose names JSON cannot hold, and the marks of a repository.
func (f searchFixture) layOdd(dir string) error {
	for _, file := range f.Extra {
		name, err := base64.StdEncoding.DecodeString(file.Base64)
		if err != nil {
			return err
		}
		if file.Base64 == "" {
			if !strings.Contains(file.Description, "embedded newline") {
				return fmt.Errorf("unknown file %q", file.Description)
			}
			name = []byte("new\nline.txt")
		}
		if err := putFile(filepath.Join(dir, string(name)), []byte(file.Content), 0o644); err != nil {
			return err
		}
	}
	if !f.Git {
		return nil
	}
	return putFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644)
}

func (w *searchExpect) compare(got ToolOutcome, fill func(string) string) error {
	var wrong mismatches
	if w.Error != nil {
		w.Error.compare(&wrong, got, fill)
		return wrong.err()
	}
	if wrong.unexpected(got) {
		return wrong.err()
	}
	var v searchValue
	if err := decodeValue(got.Value, &v); err != nil {
		return fmt.Errorf("value %s: %w", got.Value, err)
	}
	if w.Rendered != nil {
		wrong.add("rendered", got.Text, fill(*w.Rendered))
	}
	for _, part := range w.Contains {
		wrong.add(fmt.Sprintf("rendered contains %q", part), strings.Contains(got.Text, part), true)
	}
	for _, part := range w.Excludes {
		wrong.add(fmt.Sprintf("rendered contains %q", part), strings.Contains(got.Text, part), false)
	}
	w.comparePaths(&wrong, v.Paths, got)
	w.compareMatches(&wrong, v.Matches)
	w.compareRows(&wrong, v.Matches, got.Text)
	return wrong.err()
}

func (w *searchExpect) comparePaths(wrong *mismatches, paths []string, got ToolOutcome) {
	expectList(wrong, "paths", paths, w.Paths)
	expect(wrong, "canonical_path_count", len(paths), w.PathCount)
	for _, p := range w.MustInclude {
		wrong.add("paths include "+p, slices.Contains(paths, p), true)
	}
	for _, p := range w.MustExclude {
		wrong.add("paths include "+p, slices.Contains(paths, p), false)
	}
	if w.Inline != nil {
		shown, _, _ := strings.Cut(got.Text, "\n\n")
		wrong.list("inline", strings.Split(shown, "\n"), *w.Inline)
	}
	if w.Meta != nil {
		var m struct {
			Truncated bool `json:"truncated"`
			Total     int  `json:"total"`
		}
		if err := decodeValue(got.Meta, &m); err != nil {
			wrong.add("meta", got.Meta, err.Error())
		}
		wrong.add("meta.truncated", m.Truncated, w.Meta.Truncated)
		wrong.add("meta.total", m.Total, w.Meta.Total)
	}
}

func (w *searchExpect) compareMatches(wrong *mismatches, matches []searchMatch) {
	expect(wrong, "match_count", len(matches), w.MatchCount)
	expect(wrong, "canonical_match_count", len(matches), w.CanonicalCount)
	found := map[string]bool{}
	for _, m := range matches {
		found[m.Path] = true
	}
	for _, path := range w.MustMatch {
		wrong.add("a match in "+path, found[path], true)
	}
	for _, path := range w.MustNotMatch {
		wrong.add("a match in "+path, found[path], false)
	}
	if w.Matches == nil {
		return
	}
	if !contiguous(matches) {
		wrong.add("matches of a file are together and in line order", false, true)
	}
	if got, want := sortedMatches(matches), sortedMatches(*w.Matches); !slices.Equal(got, want) {
		wrong.lines = append(wrong.lines, fmt.Sprintf("matches are %v, want %v", got, want))
	}
}

// contiguous reports whether the matches of each file stand together, by line.
func contiguous(matches []searchMatch) bool {
	seen := map[string]bool{}
	for i, m := range matches {
		if i > 0 && matches[i-1].Path == m.Path {
			if matches[i-1].LineNumber >= m.LineNumber {
				return false
			}
			continue
		}
		if seen[m.Path] {
			return false
		}
		seen[m.Path] = true
	}
	return true
}

func sortedMatches(matches []searchMatch) []searchMatch {
	list := slices.Clone(matches)
	slices.SortFunc(list, func(a, b searchMatch) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.LineNumber - b.LineNumber
	})
	return list
}

func (w *searchExpect) compareRows(wrong *mismatches, matches []searchMatch, text string) {
	all := strings.Split(text, "\n")
	expect(wrong, "rendered_first_line", all[0], w.FirstLine)
	if last := all[len(all)-1]; !strings.HasPrefix(last, w.LastPrefix) {
		wrong.add("last line", last, "one that begins with "+w.LastPrefix)
	}
	rows := slices.DeleteFunc(all, func(line string) bool { return !strings.HasPrefix(line, "Line ") })
	expect(wrong, "rendered_match_rows", len(rows), w.Rows)
	if w.Line != nil {
		wrong.add("rendered_line", strings.Join(rows[:min(1, len(rows))], ""), *w.Line)
	}
	if w.LineLength != nil && len(matches) > 0 {
		wrong.add("canonical_line_length", len(matches[0].Line), *w.LineLength)
	}
	if w.PreviewBytes == nil || len(rows) == 0 {
		return
	}
	_, shown, _ := strings.Cut(rows[0], ": ")
	body, cut := strings.CutSuffix(shown, w.LineSuffix)
	if !cut || !strings.HasPrefix(body, w.LinePrefix) || len(body) != *w.PreviewBytes {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("the row shows %d bytes, %.30q to %q", len(body), shown,
				shown[max(0, len(shown)-30):]),
		)
	}
}
