package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// writePage writes the generated regions of the page about performance anew.
func writePage(path string, m *measured) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page := string(text)
	for _, region := range []struct{ name, text string }{
		{"machine", machine(m)}, {"goals", goalsTable(m)}, {"growth", growthTable(m)},
	} {
		if page, err = replaceRegion(page, region.name, region.text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return os.WriteFile(path, []byte(page), 0o644)
}

// replaceRegion puts text between the marks of a region.
func replaceRegion(page, name, text string) (string, error) {
	begin, end := "<!-- BEGIN bench "+name+" -->\n", "<!-- END bench "+name+" -->"
	before, rest, ok := strings.Cut(page, begin)
	if !ok {
		return "", fmt.Errorf("no mark %q", begin)
	}
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("no mark %q", end)
	}
	return before + begin + text + end + after, nil
}

// machine says in general words what the figures were measured on.
func machine(m *measured) string {
	words := []string{
		fmt.Sprintf(
			"%s on %s",
			strings.Replace(runtime.Version(), "go", "Go ", 1),
			runtime.GOOS+"/"+runtime.GOARCH,
		),
		fmt.Sprintf("%d processors", runtime.NumCPU()),
		version("rg", "ripgrep", "--version"), version("node", "Node", "--version"),
	}
	return fmt.Sprintf(
		"Measured with %s. Medians of %d rounds.\n",
		strings.Join(words, ", "),
		m.rounds,
	)
}

func version(program, name, flag string) string {
	out, err := exec.Command(program, flag).Output()
	if err != nil {
		return "without " + name
	}
	fields := strings.Fields(strings.TrimPrefix(string(out), "ripgrep "))
	return name + " " + strings.TrimPrefix(fields[0], "v")
}
