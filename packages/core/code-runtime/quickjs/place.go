package quickjs

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
)

// engineRefusal puts into words what the engine alone refuses where the eraser
// has kept it, with a place inside of the program.
func (r *run) engineRefusal(t *engine.Thrown, text string) error {
	message, place, placed := strings.Cut(t.Message, "\n    at "+programName+":")
	what, syntax := strings.CutPrefix(message, "SyntaxError: ")
	if !syntax {
		return t
	}
	if !placed {
		at := r.noticed(t, text)
		if at < 0 {
			return t
		}
		return refused(what, 1+strings.Count(text[:at], "\n"), lastLine(text[:at]), "")
	}
	line, before := stopped(text, t)
	if aboutUsing(t.Message, before) {
		return usingRefusal(text, t)
	}
	var at, column int
	if n, _ := fmt.Sscanf(place, "%d:%d", &at, &column); n == 2 && at > 1+strings.Count(text, "\n") {
		// It is the brace of the wrapper that the engine is at.
		text = strings.TrimRight(text, " \t\r\n")
		line, before = 1+strings.Count(text, "\n"), lastLine(text)
		return &engine.Thrown{Message: fmt.Sprintf("%s\n    at %s:%d:%d", message, programName, line,
			utf8.RuneCountInString(before)+1)}
	}
	if help := remedy(what, text, line, before); help != "" {
		return &engine.Thrown{Message: t.Message + advice(help)}
	}
	return t
}

// lastLine is what a text has after its last line break.
func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

var privateMessage = lazy(`^SyntaxError: undefined private field '(#.+)'$`)

// noticed finds where the engine refuses a text without saying where; -1 if
// that cannot be found.
func (r *run) noticed(t *engine.Thrown, text string) int {
	if m := privateMessage().FindStringSubmatch(t.Message); m != nil {
		return r.unknownPrivate(t, text, m[1])
	}
	// The engine reads a text once: it refuses the part that has what it refuses,
	// and everything longer, with the same words.
	end := sort.Search(len(text), func(n int) bool { return r.refuses(t, text[:n]) })
	if !r.refuses(t, text[:end]) {
		return -1
	}
	// Only regular expressions are refused so. They end where this part does.
	line := lastLine(text[:end])
	for start, tries := len(line)-1, 0; start > 0 && tries < maxTries; tries++ {
		start = strings.LastIndexByte(line[:start], '/')
		if start >= 0 && !escaped(line[:start]) && r.refuses(t, "("+line[start:]+")") {
			return end - len(line) + start
		}
	}
	return end
}

// refuses is whether the engine refuses a text with the same words.
func (r *run) refuses(t *engine.Thrown, text string) bool {
	err := r.inside(func() error { return r.parses(text) })
	return err != nil && err.Error() == t.Error()
}

// escaped is whether what comes after a text has a backslash before it.
func escaped(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// maxTries is how many places of one refusal are tried.
const maxTries = 50

// unknownPrivate finds the use of a private name that no class around it
// declares: as a public name, it is not refused. If there are more of them, it
// gives the first use.
func (r *run) unknownPrivate(t *engine.Thrown, text, name string) int {
	first := -1
	for at, tries := 0, 0; tries < maxTries; tries++ {
		found := strings.Index(text[at:], name)
		if found < 0 {
			break
		}
		at += found
		if !r.refuses(t, text[:at]+"_"+text[at+1:]) {
			return at
		}
		if first < 0 && strings.HasSuffix(strings.TrimSpace(text[:at]), ".") {
			first = at
		}
		at += len(name)
	}
	return first
}
