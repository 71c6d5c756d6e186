package ignore

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

// Verdict is what rules say about a path.
type Verdict uint8

// The verdicts.
const (
	// None: the rules do not speak of the path.
	None Verdict = iota
	// Skip: the path is left out.
	Skip
	// Keep: the path is wanted, also when it is hidden.
	Keep
)

// Rules are the lines of one ignore file. They are immutable; a nil *Rules has no lines.
type Rules struct {
	// base is the directory that the globs are anchored to.
	base      string
	globs     []pathglob.Glob
	needsPath bool
}

// maxLine is the longest line of an ignore file that is looked at.
const maxLine = 64 << 10

// Parse reads the lines of an ignore file that applies below base. Lines that are no globs are
// left out.
func Parse(base string, text io.Reader) *Rules {
	rules := &Rules{base: base}
	lines := bufio.NewScanner(text)
	lines.Buffer(make([]byte, 0, 4096), maxLine)
	for first := true; lines.Scan(); first = false {
		line := lines.Text()
		if first {
			line = strings.TrimPrefix(line, "\uFEFF")
		}
		if !strings.HasPrefix(line, "#") {
			rules.add(line)
		}
	}
	if len(rules.globs) == 0 {
		return nil
	}
	return rules
}

func (r *Rules) add(line string) {
	g, err := pathglob.Parse(line)
	if err != nil || g.IsZero() {
		return
	}
	r.globs = append(r.globs, g)
	r.needsPath = r.needsPath || g.NeedsPath()
}

// load reads the ignore file at path; a missing or unreadable one, and anything but a regular
// file, has no rules.
func load(base, path string) *Rules {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	return Parse(base, file)
}

// match asks the lines about a path below the base; the last line that names it decides.
func (r *Rules) match(path, name string, isDir bool) Verdict {
	if r == nil {
		return None
	}
	rel := ""
	if r.needsPath {
		rel = relative(r.base, path)
	}
	for i := len(r.globs) - 1; i >= 0; i-- {
		if g := &r.globs[i]; g.Match(rel, name, isDir) {
			if g.Negated {
				return Keep
			}
			return Skip
		}
	}
	return None
}

// relative is path without base, with slashes; a path elsewhere stays whole.
func relative(base, path string) string {
	rest, ok := strings.CutPrefix(path, base)
	if !ok {
		return slashed(path)
	}
	return slashed(strings.TrimLeft(rest, string(os.PathSeparator)))
}

func slashed(path string) string {
	if os.PathSeparator == '/' {
		return path
	}
	return strings.ReplaceAll(path, string(os.PathSeparator), "/")
}
