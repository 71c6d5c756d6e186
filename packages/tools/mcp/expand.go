package mcp

import (
	"fmt"
	"strings"
)

// expander replaces references to the environment and remembers what they stood
// for, which must not be printed.
type expander struct {
	lookup  func(name string) (string, bool)
	secrets []string
}

func hasReference(text string) bool { return strings.Contains(text, "${") }

// expand replaces the references of one text. The error names the variable,
// never a value.
func (e *expander) expand(text string) (string, error) {
	if !hasReference(text) {
		return text, nil
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, "${")
		if !found {
			out.WriteString(text)
			return out.String(), nil
		}
		if plain, escaped := strings.CutSuffix(before, "$"); escaped {
			out.WriteString(plain + "${")
			text = after
			continue
		}
		reference, rest, closed := strings.Cut(after, "}")
		if !closed {
			return "", fmt.Errorf("a ${ has no }: write $${ for a plain ${")
		}
		value, err := e.resolve(reference)
		if err != nil {
			return "", err
		}
		out.WriteString(before + value)
		text = rest
	}
}

func (e *expander) resolve(reference string) (string, error) {
	name, otherwise, hasDefault := strings.Cut(strings.TrimPrefix(reference, "env:"), ":-")
	if !isVariable(name) {
		return "", fmt.Errorf(
			"${%s} is no reference to the environment: use ${NAME} or ${NAME:-default}", reference)
	}
	value, ok := e.lookup(name)
	switch {
	case ok && (value != "" || !hasDefault):
		if !isPublicVariable(name) {
			e.secrets = append(e.secrets, value)
		}
		return value, nil
	case hasDefault:
		return otherwise, nil
	}
	return "", fmt.Errorf(
		"environment variable %s is not set: set it, or write ${%s:-default}", name, name)
}

func isVariable(name string) bool {
	for i := range len(name) {
		if c := name[i]; c == '-' || !isNameByte(c) || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return name != ""
}

// isPublicVariable names the variables whose values are everywhere anyway; to
// hide them would make messages unreadable and nothing safer.
func isPublicVariable(name string) bool {
	switch name {
	case "HOME", "USER", "LOGNAME", "PWD", "PATH", "SHELL", "LANG", "TMPDIR", "HOSTNAME":
		return true
	}
	return strings.HasPrefix(name, "XDG_")
}
