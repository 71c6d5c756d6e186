package editor

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

func (c *call) create() (string, error) {
	text, err := c.required("file_text", c.args.FileText)
	if err != nil {
		return "", err
	}
	if c.info.Kind != filesys.KindMissing {
		return "", fmt.Errorf("a file or directory already exists at \"%s\"; create does not overwrite, "+
			"use str_replace or insert to change a file", c.target.Display)
	}
	if _, err := c.files.AskWrite(c.ctx, c.x.Call, c.target); err != nil {
		return "", err
	}
	if err := c.write(text, filesys.ExpectAbsent()); err != nil {
		return "", err
	}
	return fmt.Sprintf("New file created at %s", c.target.Display), nil
}

func (c *call) strReplace() (string, error) {
	text, mark, expect, err := c.changeable()
	if err != nil {
		return "", err
	}
	old, err := c.required("old_str", c.args.OldStr)
	if err != nil {
		return "", err
	}
	if old == "" {
		//lint:ignore ST1005 the text is interface
		return "", errors.New("Parameter `old_str` is empty for command: str_replace")
	}
	switch strings.Count(text, old) {
	case 0:
		return "", &filesys.Error{Code: filesys.CodeEditNotFound, Message: fmt.Sprintf(
			"old_str was not found in \"%s\"", c.target.Display)}
	case 1:
	default:
		return "", &filesys.Error{Code: filesys.CodeAmbiguousEdit, Message: fmt.Sprintf(
			"old_str matched several times in \"%s\", in lines %s; provide a more specific old_str",
			c.target.Display, matchLines(text, old))}
	}
	replacement := ""
	if c.args.NewStr != nil {
		replacement = *c.args.NewStr
	}
	if err := c.write(mark+strings.Replace(text, old, replacement, 1), expect); err != nil {
		return "", err
	}
	return fmt.Sprintf("The file %s has been edited successfully.", c.target.Display), nil
}

// maxListed bounds how many lines an ambiguity names.
const maxListed = 50

// matchLines lists the lines in which the matches begin.
func matchLines(text, old string) string {
	var lines []string
	line := 1
	for {
		i := strings.Index(text, old)
		if i < 0 {
			return strings.Join(lines, ", ")
		}
		if len(lines) == maxListed {
			return strings.Join(lines, ", ") + " and more"
		}
		line += strings.Count(text[:i], "\n")
		lines = append(lines, strconv.Itoa(line))
		line += strings.Count(old, "\n")
		text = text[i+len(old):]
	}
}

func (c *call) insert() (string, error) {
	text, mark, expect, err := c.changeable()
	if err != nil {
		return "", err
	}
	if c.args.InsertLine == nil {
		return "", c.missing("insert_line")
	}
	insertion, err := c.required("new_str", c.args.NewStr)
	if err != nil {
		return "", err
	}
	lines := strings.Split(text, "\n")
	after := *c.args.InsertLine
	if after < 0 || after > len(lines) {
		//lint:ignore ST1005 the text is interface
		return "", fmt.Errorf("Invalid `insert_line`: %d, it should be within 0 and %d", after, len(lines))
	}
	all := append(append(append([]string{}, lines[:after]...), insertion), lines[after:]...)
	if err := c.write(mark+strings.Join(all, "\n"), expect); err != nil {
		return "", err
	}
	return fmt.Sprintf("The file %s has been edited successfully.", c.target.Display), nil
}

// changeable asks the policy and loads the text. The version to expect is the policy's, or else
// that of what was loaded.
func (c *call) changeable() (text, mark string, expect filesys.Expect, err error) {
	version, err := c.files.AskEdit(c.ctx, c.x.Call, c.target)
	if err != nil {
		return "", "", expect, err
	}
	text, mark, loaded, err := c.load(filesys.VerbEdit)
	if version.IsZero() {
		version = loaded
	}
	return text, mark, filesys.ExpectVersion(version), err
}

func (c *call) write(text string, expect filesys.Expect) error {
	r, err := c.place.Write(c.ctx, c.target, filesys.WriteRequest{Content: text, Expect: expect})
	if err != nil {
		return err
	}
	c.files.Saw(c.ctx, c.x.Call, c.target, r.Version)
	return nil
}
