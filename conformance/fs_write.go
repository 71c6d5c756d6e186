package conformance

import (
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// writeCase is a case of fs-write.
type writeCase struct {
	caseHead
	Setup     []fileStep `json:"setup"`
	Policy    filePolicy `json:"policy"`
	Config    tree       `json:"config,omitzero"`
	Args      tree       `json:"args"`
	Cancelled bool       `json:"cancelled,omitzero"`
	Expect    struct {
		Value     tree                 `json:"value,omitzero"`
		Rendered  *string              `json:"rendered,omitzero"`
		DiffCount *int                 `json:"diff_count,omitzero"`
		Error     *wantError           `json:"error,omitzero"`
		Files     map[string]*fileWant `json:"files,omitzero"`
		Listing   *[]string            `json:"listing,omitzero"`
	} `json:"expect"`
	Recommended *writeRecommend `json:"recommended,omitzero"`
	Why         string          `json:"recommended_reason,omitzero"`
}

type writeRecommend struct {
	Mode     string               `json:"mode,omitzero"`
	Value    tree                 `json:"value,omitzero"`
	Rendered *string              `json:"rendered,omitzero"`
	Error    *wantError           `json:"error,omitzero"`
	Files    map[string]*fileWant `json:"files,omitzero"`
	Rule     string               `json:"rule,omitzero"`
}

type filePolicy struct {
	Observation bool `json:"observation_policy"`
}

// fileStep is one operation before the call: on the file system, or by a tool of
// the same session.
type fileStep struct {
	Op      string  `json:"op"`
	Path    string  `json:"path"`
	To      string  `json:"to,omitzero"`
	Content *string `json:"content,omitzero"`
	Base64  string  `json:"content_b64,omitzero"`
	Mode    string  `json:"mode,omitzero"`
	Offset  int     `json:"offset,omitzero"`
	Limit   int     `json:"limit,omitzero"`
}

// fileWant is what stands at a path afterwards; null is nothing.
type fileWant struct {
	Content *string `json:"content,omitzero"`
	Base64  *string `json:"content_b64,omitzero"`
	Mode    string  `json:"mode,omitzero"`
	LinkTo  string  `json:"symlink_to,omitzero"`
}

func writeSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c writeCase) (vectorCase, error) {
		for _, s := range c.Setup {
			if err := (field{"op", s.Op, []string{
				"file", "read", "write", "delete", "mkdir", "fifo", "symlink", "hardlink",
			}}).check(); err != nil {
				return vectorCase{}, err
			}
		}
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...), err
}

func (c writeCase) check(d Driver) error {
	config, _ := c.Config.value.(*Object)
	w := Workspace{Observation: c.Policy.Observation, Config: config}
	return withUmask(0o022, func() error {
		return inWorkspace(d, w, func(dir string, s Session) error {
			for _, step := range c.Setup {
				if err := step.run(dir, s); err != nil {
					return fmt.Errorf("setup %s %s: %w", step.Op, step.Path, err)
				}
			}
			got, err := s.Call(
				ToolCall{Tool: "write", Args: merged(args(), c.Args), CancelInside: c.Cancelled},
			)
			if err != nil {
				return err
			}
			return c.compare(got, dir)
		})
	})
}

func (c writeCase) compare(got ToolOutcome, dir string) error {
	c.recommend()
	fill := func(s string) string { return strings.ReplaceAll(s, "{WORKSPACE}", dir) }
	var wrong mismatches
	if c.Expect.Error != nil {
		c.Expect.Error.compare(&wrong, got, fill)
	} else if !wrong.unexpected(got) {
		if c.Expect.Value.set {
			wrong.json("value", got.Value, tree{value: filled(c.Expect.Value.value, fill), set: true})
		}
		if c.Expect.Rendered != nil {
			wrong.add("rendered", got.Text, fill(*c.Expect.Rendered))
		}
		if c.Expect.DiffCount != nil {
			wrong.add("diff_count", diffCount(got.Meta), *c.Expect.DiffCount)
		}
	}
	for name, want := range c.Expect.Files {
		want.compare(&wrong, name, filepath.Join(dir, name))
	}
	if c.Expect.Listing != nil {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		wrong.list("listing", names, *c.Expect.Listing)
	}
	return wrong.err()
}

func (c *writeCase) recommend() {
	r := c.Recommended
	if r == nil {
		return
	}
	if r.Value.set {
		c.Expect.Value = r.Value
	}
	if r.Rendered != nil {
		c.Expect.Rendered = r.Rendered
	}
	if r.Error != nil {
		c.Expect.Error = r.Error
	}
	if r.Files != nil {
		c.Expect.Files = r.Files
	}
	for _, want := range c.Expect.Files {
		if r.Mode != "" && want != nil && want.Mode != "" {
			want.Mode = r.Mode
		}
	}
}

// diffCount is the number of hunks in the metadata of a change.
func diffCount(meta string) int {
	var m struct {
		Diffs []any `json:"diffs"`
	}
	if meta == "" || decodeValue(meta, &m) != nil {
		return 0
	}
	return len(m.Diffs)
}

// filled replaces placeholders in a tree.
func filled(v any, fill func(string) string) any {
	switch v := v.(type) {
	case string:
		return fill(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = filled(v[i], fill)
		}
		return list
	case *Object:
		o := &Object{}
		for _, m := range v.Members {
			o.Members = append(o.Members, Member{m.Name, filled(m.Value, fill)})
		}
		return o
	}
	return v
}

func (w *fileWant) compare(wrong *mismatches, name, path string) {
	info, err := os.Lstat(path)
	if w == nil {
		wrong.add(name+" exists", err == nil, false)
		return
	}
	if err != nil {
		wrong.add(name+" exists", false, true)
		return
	}
	if w.LinkTo != "" {
		to, _ := os.Readlink(path)
		wrong.add(name+" leads to", to, w.LinkTo)
		return
	}
	content, err := os.ReadFile(path)
	if err != nil {
		wrong.add(name+" is readable", err.Error(), "yes")
	}
	if w.Content != nil {
		wrong.add(name+" holds", string(content), *w.Content)
	}
	if w.Base64 != nil {
		wrong.add(name+" holds", base64.StdEncoding.EncodeToString(content), *w.Base64)
	}
	if w.Mode != "" {
		wrong.add(name+" has mode", fmt.Sprintf("%04o", info.Mode().Perm()), w.Mode)
	}
}

func (s fileStep) run(dir string, session Session) error {
	path := filepath.Join(dir, s.Path)
	switch s.Op {
	case "file":
		return s.put(path)
	case "read":
		a := args("file_path", s.Path)
		if s.Offset != 0 {
			a.Set("offset", Number(strconv.Itoa(s.Offset)))
		}
		if s.Limit != 0 {
			a.Set("limit", Number(strconv.Itoa(s.Limit)))
		}
		_, err := session.Call(ToolCall{Tool: "read", Args: a}) // also to fail counts
		return err
	case "write":
		got, err := session.Call(
			ToolCall{Tool: "write", Args: args("file_path", s.Path, "content", deref(s.Content))},
		)
		if err == nil && got.IsError {
			err = fmt.Errorf("%s: %s", got.Code, got.Message)
		}
		return err
	case "delete":
		return os.Remove(path)
	case "mkdir":
		return os.MkdirAll(path, 0o755)
	case "fifo":
		return laySpecial("FIFO", path)
	case "symlink":
		return os.Symlink(s.To, path)
	case "hardlink":
		return os.Link(filepath.Join(dir, s.To), path)
	}
	return fmt.Errorf("unknown operation %q", s.Op)
}

func (s fileStep) put(path string) error {
	content, err := base64.StdEncoding.DecodeString(s.Base64)
	if err != nil {
		return err
	}
	if s.Content != nil {
		content = []byte(*s.Content)
	}
	mode := uint64(0o644)
	if s.Mode != "" {
		if mode, err = strconv.ParseUint(s.Mode, 8, 32); err != nil {
			return err
		}
	}
	return putFile(path, content, fs.FileMode(mode))
}

// putFile creates or overwrites a file and its directories.
func putFile(path string, content []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}
