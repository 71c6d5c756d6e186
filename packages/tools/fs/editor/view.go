package editor

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

const bom = "\uFEFF"

func (c *call) view() (string, error) {
	if c.info.Kind != filesys.KindDirectory {
		return c.viewFile()
	}
	if c.args.ViewRange != nil {
		//lint:ignore ST1005 the text is interface
		return "", errors.New("Invalid `view_range`: it is for files, and the path is a directory")
	}
	return c.viewDirectory()
}

// load reads the text of the target, without its byte order mark, which is returned beside it.
func (c *call) load(verb filesys.Verb) (text, mark string, v filesys.Version, err error) {
	if c.info.Kind == filesys.KindMissing {
		c.files.Saw(c.ctx, c.x.Call, c.target, filesys.Version{})
		return "", "", v, filesys.Fail(filesys.CodeNotFound, verb, c.target.Display, "not found")
	}
	if c.info.Kind != filesys.KindFile {
		return "", "", v, filesys.Fail(filesys.CodeNotRegularFile, verb, c.target.Display, "not a regular file")
	}
	data, info, err := c.place.ReadBytes(c.ctx, c.target, c.config.MaxFileBytes)
	if err != nil {
		return "", "", v, err
	}
	switch {
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", v, filesys.Fail(filesys.CodeNotText, verb, c.target.Display, "binary file")
	case !utf8.Valid(data):
		return "", "", v, filesys.Fail(filesys.CodeNotText, verb, c.target.Display, "invalid UTF-8 text")
	}
	sum := c.place.NewSum()
	_, _ = sum.Write(data)
	text = string(data)
	if rest, ok := strings.CutPrefix(text, bom); ok {
		text, mark = rest, bom
	}
	return text, mark, sum.Of(info.Version), nil
}

func (c *call) viewFile() (string, error) {
	text, _, version, err := c.load(filesys.VerbRead)
	if err != nil {
		return "", err
	}
	lines := strings.Split(text, "\n")
	first, last, err := c.viewRange(len(lines))
	if err != nil {
		return "", err
	}
	c.files.Saw(c.ctx, c.x.Call, c.target, version)
	var out strings.Builder
	fmt.Fprintf(&out, "%s (%d lines", c.target.Display, len(lines))
	if c.args.ViewRange != nil {
		fmt.Fprintf(&out, ", showing %d-%d", first, last)
	}
	out.WriteString("):\n")
	for i := first; i <= last; i++ {
		fmt.Fprintf(&out, "%6d  %s\n", i, lines[i-1])
	}
	return c.clip(out.String()), nil
}

// viewRange checks the range and returns the first and the last line to show.
func (c *call) viewRange(total int) (first, last int, err error) {
	r := c.args.ViewRange
	if r == nil {
		return 1, total, nil
	}
	invalid := func(format string, args ...any) (int, int, error) {
		return 0, 0, fmt.Errorf("Invalid `view_range`: "+format, args...)
	}
	if len(r) != 2 || r[0] != math.Trunc(r[0]) || r[1] != math.Trunc(r[1]) {
		return invalid("it should be two integers")
	}
	switch {
	case r[0] < 1 || r[0] > float64(total):
		return invalid("the first line, %v, should be within 1 and %d", r[0], total)
	case r[1] == -1:
		return int(r[0]), total, nil
	case r[1] > float64(total):
		return invalid("the last line, %v, should be at most %d", r[1], total)
	case r[1] < r[0]:
		return invalid("the last line, %v, should not be before the first, %v", r[1], r[0])
	}
	return int(r[0]), int(r[1]), nil
}

// clip cuts text between characters.
func (c *call) clip(text string) string {
	if len(text) <= c.config.MaxOutputChars || utf8.RuneCountInString(text) <= c.config.MaxOutputChars {
		return text
	}
	end := 0
	for range c.config.MaxOutputChars {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end] + "\n<clipped: view a part of it with view_range, or search it with grep>\n"
}

// skipped are names that a view of a directory leaves out, beside hidden ones.
var skipped = map[string]bool{"node_modules": true, "__pycache__": true}

func (c *call) viewDirectory() (string, error) {
	rows, err := c.rows(c.target, 2)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "(nothing to show)\n", nil
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.path, b.path) })
	var out strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&out, "%s\t%s\n", r.kind, r.path)
	}
	return c.clip(out.String()), nil
}

// row is one line of a view of a directory.
type row struct{ kind, path string }

func (c *call) rows(dir filesys.Target, depth int) ([]row, error) {
	entries, err := c.place.List(c.ctx, dir)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, e := range entries {
		if strings.HasPrefix(e.Name, ".") || skipped[e.Name] {
			continue
		}
		path := filepath.Join(dir.Display, filesys.Printable(e.Name))
		rows = append(rows, row{kind: letter(e.Kind), path: path})
		if e.Kind != filesys.KindDirectory || depth == 1 {
			continue
		}
		below, err := c.place.Resolve(c.ctx, filepath.Join(dir.Key, e.Name), "")
		if err != nil {
			continue
		}
		below.Display = path
		// What cannot be listed is shown without what is in it.
		inner, err := c.rows(below, depth-1)
		if err == nil {
			rows = append(rows, inner...)
		}
	}
	return rows, nil
}

func letter(k filesys.Kind) string {
	switch k {
	case filesys.KindFile:
		return "f"
	case filesys.KindDirectory:
		return "d"
	}
	return "?"
}
