// Package snippet takes the Go code of the pages from files that are compiled
// and tested, so that what a page shows works.
//
// A page has a region named after its source:
//
//	<!-- BEGIN code tools/gen/snippets/greet/tool.go tool -->
//
// The source marks what is shown with comments of their own lines:
//
//	// show: tool
//	…
//	// end: tool
//
// Without a name in the region the whole file is shown.
package snippet

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Prefix begins the names of regions that show code.
const Prefix = "code "

// Region returns the content of the region of that name: a block of Go code.
func Region(root, name string) (string, error) {
	fields := strings.Fields(strings.TrimPrefix(name, strings.TrimSpace(Prefix)))
	if len(fields) == 0 || len(fields) > 2 {
		return "", fmt.Errorf("region %q: write \"code FILE\" or \"code FILE NAME\"", name)
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(fields[0])))
	if err != nil {
		return "", fmt.Errorf("region %q: %w", name, err)
	}
	shown := string(text)
	if len(fields) == 2 {
		if shown, err = part(shown, fields[1]); err != nil {
			return "", fmt.Errorf("%s: %w", fields[0], err)
		}
	}
	return "```go\n" + strings.Trim(withoutMarks(shown), "\n") + "\n```", nil
}

// part returns the lines between the marks of that name, without their common
// indentation.
func part(text, name string) (string, error) {
	var lines []string
	inside, closed := false, false
	for line := range strings.Lines(text) {
		switch mark := strings.TrimSpace(line); {
		case mark == "// show: "+name:
			inside = true
		case mark == "// end: "+name:
			closed = inside
			inside = false
		case inside:
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	if !closed {
		return "", fmt.Errorf("has no lines \"// show: %s\" and \"// end: %s\"", name, name)
	}
	return strings.Join(unindented(lines), "\n"), nil
}

func unindented(lines []string) []string {
	depth := -1
	for _, l := range lines {
		if trimmed := strings.TrimLeft(l, "\t"); trimmed != "" {
			if d := len(l) - len(trimmed); depth < 0 || d < depth {
				depth = d
			}
		}
	}
	for i, l := range lines {
		lines[i] = l[min(max(depth, 0), len(l)):]
	}
	return lines
}

func withoutMarks(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		mark := strings.TrimSpace(line)
		if !strings.HasPrefix(mark, "// show: ") && !strings.HasPrefix(mark, "// end: ") {
			b.WriteString(line)
		}
	}
	return b.String()
}
