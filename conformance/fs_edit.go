package conformance

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// editCase is a case of fs-edit. The file is file.txt.
type editCase struct {
	caseHead
	Before    *string `json:"before,omitzero"`
	Base64    *string `json:"before_b64,omitzero"`
	Generator string  `json:"before_generator,omitzero"`
	Args      tree    `json:"args"`
	Config    tree    `json:"config,omitzero"`
	Setup     struct {
		Observation bool   `json:"observation_policy"`
		Observed    string `json:"observed"`
		External    string `json:"external_change_after_observation,omitzero"`
	} `json:"setup"`
	Expect struct {
		After     *string    `json:"after,omitzero"`
		AfterB64  *string    `json:"after_b64,omitzero"`
		Result    *string    `json:"result,omitzero"`
		Error     *wantError `json:"error,omitzero"`
		Unchanged *bool      `json:"file_unchanged,omitzero"`
	} `json:"expect"`
	Recommended *editRecommend `json:"recommended,omitzero"`
	Why         string         `json:"recommended_reason,omitzero"`
}

// editRecommend is the recommended content of the file, or more.
type editRecommend struct {
	After    *string    `json:"after,omitzero"`
	AfterB64 *string    `json:"after_b64,omitzero"`
	Result   *string    `json:"result,omitzero"`
	Error    *wantError `json:"error,omitzero"`
	Rule     string     `json:"rule,omitzero"`
}

// UnmarshalJSONFrom accepts the content alone.
func (r *editRecommend) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		return json.UnmarshalDecode(d, &r.After)
	}
	type members editRecommend
	return json.UnmarshalDecode(d, (*members)(r))
}

func editSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c editCase) (vectorCase, error) {
		if c.Generator != "" {
			text, err := generate(c.Generator)
			if err != nil {
				return vectorCase{}, err
			}
			c.Before = &text
		}
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, errors.Join(
			field{"observed", c.Setup.Observed, []string{"read", "absent", "none"}}.check(),
			field{"external change", c.Setup.External, []string{"rewritten", "deleted", "touched"}}.check())
	})...), err
}

func (c editCase) check(d Driver) error {
	config, _ := c.Config.value.(*Object)
	w := Workspace{Observation: c.Setup.Observation, Config: config}
	return inWorkspace(d, w, func(dir string, s Session) error {
		path := filepath.Join(dir, "file.txt")
		before, err := c.prepare(path, s)
		if err != nil {
			return err
		}
		got, err := s.Call(ToolCall{Tool: "edit", Args: merged(args("file_path", "file.txt"), c.Args)})
		if err != nil {
			return err
		}
		return c.compare(got, path, before)
	})
}

// prepare lays the file, lets the agent see it, and changes it behind its back.
// It returns the content before the edit.
func (c editCase) prepare(path string, s Session) (before string, err error) {
	content, exists, err := c.content()
	if err == nil && exists {
		err = putFile(path, content, 0o644)
	}
	if err != nil {
		return "", err
	}
	if c.Setup.Observed != "none" {
		got, err := s.Call(ToolCall{Tool: "read", Args: args("file_path", "file.txt")})
		if err == nil && got.IsError {
			err = s.Observe(path) // no text, and seen all the same
		}
		if err != nil {
			return "", err
		}
	}
	switch c.Setup.External {
	case "rewritten":
		content = []byte("somebody else was here\n")
		err = putFile(path, content, 0o644)
	case "deleted":
		err = os.Remove(path)
	case "touched":
		err = putFile(path, content, 0o644)
	}
	return string(content), err
}

func (c editCase) content() ([]byte, bool, error) {
	switch {
	case c.Before != nil:
		return []byte(*c.Before), true, nil
	case c.Base64 != nil:
		content, err := base64.StdEncoding.DecodeString(*c.Base64)
		return content, true, err
	}
	return nil, false, nil
}

func (c editCase) compare(got ToolOutcome, path, before string) error {
	if r := c.Recommended; r != nil {
		for _, s := range []struct{ target, value **string }{
			{&c.Expect.After, &r.After}, {&c.Expect.AfterB64, &r.AfterB64}, {&c.Expect.Result, &r.Result},
		} {
			if *s.value != nil {
				*s.target = *s.value
			}
		}
		if r.Error != nil {
			c.Expect.Error = r.Error
		}
	}
	fill := func(s string) string { return strings.ReplaceAll(s, "{PATH}", path) }
	content, readErr := os.ReadFile(path)
	var wrong mismatches
	if c.Expect.Error != nil {
		c.Expect.Error.compare(&wrong, got, fill)
		if c.Expect.Unchanged != nil && *c.Expect.Unchanged {
			wrong.add("the file holds", string(content), before)
		}
		return wrong.err()
	}
	if wrong.unexpected(got) {
		return wrong.err()
	}
	if readErr != nil {
		return readErr
	}
	if c.Expect.Result != nil {
		wrong.add("result", got.Text, fill(*c.Expect.Result))
	}
	if c.Expect.After != nil {
		wrong.add("the file holds", string(content), *c.Expect.After)
	}
	if c.Expect.AfterB64 != nil {
		wrong.add("the file holds", base64.StdEncoding.EncodeToString(content), *c.Expect.AfterB64)
	}
	return wrong.err()
}
