package environ

import (
	"slices"
	"strings"
)

// Setting is one variable. Unset removes the name instead of setting it.
type Setting struct {
	Name  string
	Value string
	Unset bool
}

// quiet are the settings that keep programs from colouring their output and from opening a pager.
func quiet() []Setting {
	return []Setting{
		{Name: "NO_COLOR", Value: "1"},
		{Name: "TERM", Value: "dumb"},
		{Name: "PAGER", Value: "cat"},
		{Name: "GIT_PAGER", Value: "cat"},
	}
}

// Build makes the environment of one command: base (already scrubbed), the quiet settings, the
// layers in their order, and PWD set to dir when dir is not empty. A later setting of a name
// replaces an earlier one; the result has each name once.
func Build(base []string, dir string, layers ...[]Setting) []string {
	env := &builder{at: make(map[string]int, len(base)+8)}
	for _, entry := range base {
		name, value, _ := strings.Cut(entry, "=")
		env.set(Setting{Name: name, Value: value})
	}
	env.add(quiet())
	if dir != "" {
		env.set(Setting{Name: "PWD", Value: dir})
		env.set(Setting{Name: "OLDPWD", Unset: true})
	}
	for _, layer := range layers {
		env.add(layer)
	}
	return slices.DeleteFunc(env.entries, func(e string) bool { return e == "" })
}

type builder struct {
	entries []string
	at      map[string]int
}

func (b *builder) add(layer []Setting) {
	for _, s := range layer {
		b.set(s)
	}
}

func (b *builder) set(s Setting) {
	i, known := b.at[s.Name]
	switch {
	case known && s.Unset:
		b.entries[i] = ""
		delete(b.at, s.Name)
	case known:
		b.entries[i] = s.Name + "=" + s.Value
	case !s.Unset && valid(s):
		b.at[s.Name] = len(b.entries)
		b.entries = append(b.entries, s.Name+"="+s.Value)
	}
}

// valid leaves out what no process could receive.
func valid(s Setting) bool {
	return s.Name != "" && !strings.ContainsAny(s.Name, "=\x00") && !strings.Contains(s.Value, "\x00")
}
