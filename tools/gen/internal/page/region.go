package page

import (
	"fmt"
	"strings"
)

// Replace returns text with the region of that name holding content. The region
// must exist exactly once.
func Replace(text, name, content string) (string, error) {
	begin, end := marker("BEGIN", name), marker("END", name)
	if strings.Count(text, begin) != 1 || strings.Count(text, end) != 1 {
		return "", fmt.Errorf("needs the lines %s and %s, once each, where the region %q belongs",
			begin, end, name)
	}
	head, rest, _ := strings.Cut(text, begin)
	_, tail, found := strings.Cut(rest, end)
	if !found {
		return "", fmt.Errorf("%s stands before %s: swap them", end, begin)
	}
	return head + begin + "\n\n" + strings.Trim(content, "\n") + "\n\n" + end + tail, nil
}

// Names returns the names of the regions in text, in order.
func Names(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "<!-- BEGIN ")
		if !ok {
			continue
		}
		if name, ok = strings.CutSuffix(name, " -->"); ok {
			names = append(names, name)
		}
	}
	return names
}

func marker(kind, name string) string { return "<!-- " + kind + " " + name + " -->" }
