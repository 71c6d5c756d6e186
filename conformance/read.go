package conformance

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"

	json "github.com/go-json-experiment/json"
)

// ReadFile is one call of the read tool.
type ReadFile struct {
	// Path is the absolute path of the file that the runner made.
	Path string
	// Args are the call's arguments, file_path included.
	Args *Object
	// Config are the tool's settings; zero members mean the default.
	Config ReadConfig
}

// ReadConfig configures the read tool.
type ReadConfig struct {
	Limit         int `json:"readLimit,omitzero"`
	MaxLineLength int `json:"readMaxLineLength,omitzero"`
	MaxBytes      int `json:"readMaxBytes,omitzero"`
	StreamMinSize int `json:"readStreamMinSize,omitzero"`
}

// ReadOutcome is what came of a [ReadFile].
type ReadOutcome struct {
	// Code and Message are the failure, both empty for a success.
	IsError       bool
	Code, Message string
	// Value is the canonical value as JSON text, Rendered what the model reads.
	Value, Rendered string
}

// readCase is a case of fs-read.
type readCase struct {
	caseHead
	Content     *string        `json:"content,omitzero"`
	ContentB64  *string        `json:"content_b64,omitzero"`
	Generator   string         `json:"content_generator,omitzero"`
	Target      string         `json:"target,omitzero"`
	Args        tree           `json:"args"`
	Config      ReadConfig     `json:"config,omitzero"`
	Expect      readExpect     `json:"expect"`
	Recommended *readRecommend `json:"recommended,omitzero"`
	Why         string         `json:"recommended_reason,omitzero"`
}

type readExpect struct {
	Value      tree       `json:"value,omitzero"`
	Rendered   *string    `json:"rendered,omitzero"`
	Error      *readError `json:"error,omitzero"`
	LineCount  *int       `json:"line_count,omitzero"`
	FirstLine  *readLine  `json:"first_line,omitzero"`
	LastLine   *readLine  `json:"last_line,omitzero"`
	TotalLines *int       `json:"totalLines,omitzero"`
	Footer     *string    `json:"rendered_footer,omitzero"`
	Remark     string     `json:"upstream_note,omitzero"`
}

type readError struct {
	Code    *string `json:"code"`
	Message string  `json:"message"`
}

type readLine struct {
	Number      int     `json:"number"`
	Text        *string `json:"text,omitzero"`
	LengthUTF16 *int    `json:"text_length_utf16,omitzero"`
	Prefix      string  `json:"text_prefix,omitzero"`
	Suffix      string  `json:"text_suffix,omitzero"`
}

// readRecommend is what the port should do where the original does otherwise.
type readRecommend struct {
	FirstLineText *string    `json:"first_line_text,omitzero"`
	Line1         *string    `json:"line_1,omitzero"`
	Value         tree       `json:"value,omitzero"`
	Rendered      *string    `json:"rendered,omitzero"`
	Error         *readError `json:"error,omitzero"`
	LineCount     *int       `json:"line_count,omitzero"`
	TotalLines    *int       `json:"totalLines,omitzero"`
	Footer        *string    `json:"rendered_footer,omitzero"`
	Rule          string     `json:"rule,omitzero"`
}

func readSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c readCase) (vectorCase, error) {
		if c.Generator != "" {
			text, err := generate(c.Generator)
			if err != nil {
				return vectorCase{}, err
			}
			c.Content = &text
		}
		err := field{"target", c.Target, targets()}.check()
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, err
	})...), err
}

func (c readCase) check(d Driver) (err error) {
	dir, err := os.MkdirTemp("", "conformance-read-")
	if err != nil {
		return err
	}
	defer func() {
		if removed := os.RemoveAll(dir); err == nil {
			err = removed
		}
	}()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	path, err := c.lay(dir)
	if err != nil {
		return err
	}
	args := &Object{Members: []Member{{"file_path", path}}}
	if given, ok := c.Args.value.(*Object); ok {
		for _, m := range given.Members {
			args.Set(m.Name, m.Value)
		}
	}
	got, err := d.ReadFile(ReadFile{Path: path, Args: args, Config: c.Config})
	if err != nil {
		return err
	}
	return c.decidedRead().compare(path, got)
}

// lay makes the case's file, or what stands in its place.
func (c readCase) lay(dir string) (string, error) {
	path := filepath.Join(dir, "file.txt")
	switch {
	case c.Target != "":
		return path, layTarget(c.Target, path)
	case c.ContentB64 != nil:
		content, err := base64.StdEncoding.DecodeString(*c.ContentB64)
		if err != nil {
			return "", err
		}
		return path, os.WriteFile(path, content, 0o644)
	case c.Content != nil:
		return path, os.WriteFile(path, []byte(*c.Content), 0o644)
	}
	return "", fmt.Errorf("the case has no content")
}

// readValue is the canonical value of the read tool.
type readValue struct {
	Path   string `json:"path"`
	Offset int    `json:"offset"`
	Lines  []struct {
		Number int    `json:"number"`
		Text   string `json:"text"`
	} `json:"lines"`
	TotalLines int `json:"totalLines"`
}

// withPath replaces the placeholder of the displayed path.
func withPath(text, path string) string { return strings.ReplaceAll(text, "{PATH}", path) }

func (w readExpect) compare(path string, got ReadOutcome) error {
	var wrong mismatches
	if w.Error != nil {
		wrong.add("isError", got.IsError, true)
		wrong.add("error.code", got.Code, deref(w.Error.Code))
		wrong.add("error.message", got.Message, withPath(w.Error.Message, path))
		return wrong.err()
	}
	if got.IsError {
		return fmt.Errorf("failed with %q: %s", got.Code, got.Message)
	}
	if w.Value.set {
		wrong.json("value", got.Value, tree{value: substitute(w.Value.value, path), set: true})
	}
	if w.Rendered != nil {
		wrong.add("rendered", got.Rendered, withPath(*w.Rendered, path))
	}
	if w.Footer != nil && !strings.HasSuffix(got.Rendered, withPath(*w.Footer, path)+"\n</content>") {
		wrong.lines = append(wrong.lines, fmt.Sprintf("rendered ends in %q, want the footer %q",
			got.Rendered[max(0, len(got.Rendered)-200):], *w.Footer))
	}
	var v readValue
	if err := json.Unmarshal([]byte(got.Value), &v, json.RejectUnknownMembers(true)); err != nil {
		return fmt.Errorf("value %s: %w", got.Value, err)
	}
	w.compareLines(&wrong, v)
	return wrong.err()
}

func (w readExpect) compareLines(wrong *mismatches, v readValue) {
	expect(wrong, "line_count", len(v.Lines), w.LineCount)
	expect(wrong, "totalLines", v.TotalLines, w.TotalLines)
	for _, end := range []struct {
		name string
		want *readLine
		at   int
	}{{"first_line", w.FirstLine, 0}, {"last_line", w.LastLine, len(v.Lines) - 1}} {
		if end.want == nil {
			continue
		}
		if len(v.Lines) == 0 {
			wrong.lines = append(wrong.lines, end.name+" is absent")
			continue
		}
		end.want.compare(wrong, end.name, v.Lines[end.at].Number, v.Lines[end.at].Text)
	}
}

func (w *readLine) compare(wrong *mismatches, name string, number int, text string) {
	if w.Number != 0 {
		wrong.add(name+".number", number, w.Number)
	}
	expect(wrong, name+".text", text, w.Text)
	expect(wrong, name+".text_length_utf16", len(utf16.Encode([]rune(text))), w.LengthUTF16)
	if !strings.HasPrefix(text, w.Prefix) || !strings.HasSuffix(text, w.Suffix) {
		wrong.lines = append(wrong.lines, fmt.Sprintf("%s begins %.40q and ends %q, want %q and %q",
			name, text, text[max(0, len(text)-40):], w.Prefix, w.Suffix))
	}
}

// substitute replaces the path placeholder in a tree.
func substitute(v any, path string) any {
	switch v := v.(type) {
	case string:
		return withPath(v, path)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = substitute(v[i], path)
		}
		return list
	case *Object:
		o := &Object{}
		for _, m := range v.Members {
			o.Members = append(o.Members, Member{m.Name, substitute(m.Value, path)})
		}
		return o
	}
	return v
}
