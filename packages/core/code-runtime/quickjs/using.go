package quickjs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
)

const usingWord = "using"

// refuseUsing refuses using declarations, which the engine knows but the
// language of programs does not (P36). The engine says whether there is one: with
// another name in every place of the word, names, labels, members, strings,
// comments, templates and regular expressions are as good as before, and a
// declaration is no longer one.
func (r *run) refuseUsing(text string) error {
	if !strings.Contains(text, usingWord) {
		return nil
	}
	err := r.inside(func() error { return r.parses(strings.ReplaceAll(text, usingWord, stranger(text))) })
	if t, ok := errors.AsType[*engine.Thrown](err); ok && !t.Uncatchable {
		return usingRefusal(text, t)
	}
	return err
}

// stranger is a name as long as the word, which the text does not have, unless it
// was made to have all that are tried. It begins with the letters that mean
// something after a backslash, and ends before them in the order of characters.
func stranger(text string) string {
	name := usingWord
	for i := 0; i < 1000 && strings.Contains(text, name); i++ {
		name = fmt.Sprintf("us%03d", i)
	}
	return name
}

// usingRefusal refuses the declaration that begins in front of where the engine
// stopped, or there.
func usingRefusal(text string, t *engine.Thrown) error {
	line, before := stopped(text, t)
	if at := strings.LastIndex(before, usingWord); at >= 0 {
		before = before[:at]
	}
	return refused("using declaration", line, before, adviceUsing)
}

// aboutUsing is whether a refusal with a message, at the end of a part of a line,
// is one of a using declaration that is wrong in itself.
func aboutUsing(message, before string) bool {
	return strings.Contains(message, "sing declaration") || usingBefore().MatchString(before)
}

var (
	usingBefore = lazy(`(?:^|[^\w$.#])using[ \t]*$`)
	enginePlace = lazy(programName + `:(\d+):(\d+)$`)
)

// stopped is where the engine stopped to parse a text: the line, and what it has
// before that place. The engine counts bytes, and more ends of lines than others.
func stopped(text string, t *engine.Thrown) (line int, before string) {
	m := enginePlace().FindStringSubmatch(t.Message)
	if m == nil {
		return 1, ""
	}
	line, _ = strconv.Atoi(m[1]) // the pattern has digits alone
	column, _ := strconv.Atoi(m[2])
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return len(lines), ""
	}
	of := lines[line-1]
	return line, of[:min(max(column-1, 0), len(of))]
}
