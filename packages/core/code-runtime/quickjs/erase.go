package quickjs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/eraser"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// javascript gives the program as JavaScript that the engine accepts. Text
// that the engine accepts as it is, and that cannot mean something else with
// types, needs no eraser: both give the same text then.
func (r *run) javascript(ctx context.Context, text string) (string, error) {
	if !ambiguous(text) {
		err := r.inside(func() error { return r.parses(text) })
		if _, refused := errors.AsType[*engine.Thrown](err); !refused {
			return text, err
		}
	}
	erased, err := r.erase(ctx, text)
	if err != nil {
		return "", err
	}
	err = r.inside(func() error { return r.parses(erased) })
	if t, ok := errors.AsType[*engine.Thrown](err); ok && !t.Uncatchable {
		t.Message += advice(decoratorLike().MatchString(erased), adviceDecorator)
	}
	return erased, err
}

// ambiguous finds text that is JavaScript and TypeScript with different
// meanings. There is one such construct: f<a>(b), two comparisons or a call
// with a type argument; also before a template, and at the end of a line.
func ambiguous(text string) bool {
	opened := false
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '<':
			opened = opened || at+1 < len(text) && text[at+1] != '='
		case '>':
			if opened && text[at-1] != '=' && endsTypeArguments(text[at+1:]) {
				return true
			}
		}
	}
	return false
}

func endsTypeArguments(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || strings.IndexByte("(`\r\n/", rest[0]) >= 0
}

func (r *run) erase(ctx context.Context, text string) (string, error) {
	m, err := r.runtime.loader.eraser(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return "", ended(ctx)
		}
		return "", &stop{coderuntime.KindWorkerExit, "the type eraser cannot start: " + err.Error()}
	}
	limit := r.runtime.config.EraseMs
	meter := &guest.Meter{
		MaxPolls: max(int64(limit), 1),
		Compute:  slowest * limit.Duration(),
		Exhausted: &stop{coderuntime.KindException, fmt.Sprintf("SyntaxError: removing the types "+
			"took more than %v ms of work; write the program in simpler form", limit)},
	}
	defer context.AfterFunc(ctx, func() { meter.Stop(ended(ctx)) })()
	erased, err := m.Erase(ctx, meter, text)
	return erased, refusal(err, text)
}

// slowest is how much longer than on an idle machine erasing may take: the
// limit is work, a poll for each nominal millisecond, not time.
const slowest = 30

// refusal puts the eraser's errors into words for the model.
func refusal(err error, text string) error {
	if err == nil {
		return nil
	}
	if s, ok := errors.AsType[*stop](err); ok {
		return s
	}
	if e, ok := errors.AsType[*eraser.Refusal](err); ok {
		line, column := within(text, e.Line, e.Column)
		return &stop{coderuntime.KindException, fmt.Sprintf("SyntaxError: %s (%s:%d:%d)%s",
			e.Message, programName, line, column, remedy(e, text))}
	}
	if errors.Is(err, eraser.ErrDeep) {
		return &stop{coderuntime.KindException, "SyntaxError: " + err.Error() +
			": use fewer nested brackets"}
	}
	return &stop{coderuntime.KindWorkerExit, "the type eraser died"}
}

// within keeps a place inside of the program: what is missing at its end is missed
// by the eraser after the wrapper that it sees.
func within(text string, line, column int) (int, int) {
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	if line <= len(lines) {
		return line, column
	}
	return len(lines), utf8.RuneCountInString(lines[len(lines)-1]) + 1
}

const (
	adviceEnum      = "write a constant object instead: const Color = { Red: 'red' } as const"
	adviceNamespace = "write a plain object or functions instead"
	adviceParameter = "declare the field in the class and assign it in the constructor"
	adviceImport    = "a program is the body of a function and cannot import or export: what it " +
		"can use is global"
	adviceJSX       = "JSX is not supported: build the text with a template literal"
	adviceDecorator = "decorators are not supported: call the function yourself"
	adviceUsing     = "using declarations are not supported: write try and finally"
)

// lazy compiles a pattern when it is first used, so that linking costs nothing.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// typeLike finds most programs with types; being wrong costs nothing but time.
var typeLike = lazy(`(?m)\b(?:interface|satisfies|enum)\s|\btype\s+\w+\s*[=<]|` +
	`[\w)\]}]\??:\s*(?:string|number|boolean|unknown|any|void|Array|Record|Promise|Map|Set)\b|` +
	`\bas\s+(?:const|any|unknown|string|number|\{|[A-Z])`)

var (
	jsxLike       = lazy(`<[A-Za-z][^<>]*>[^;]*</[A-Za-z]`)
	decoratorLike = lazy(`(?m)^\s*@[A-Za-z_]`)
)

// remedy says what to write instead of a refused construct.
func remedy(e *eraser.Refusal, text string) string {
	m := e.Message
	switch {
	case strings.Contains(m, "angle-bracket"):
		return "" // the parser says it
	case strings.Contains(m, "enum"):
		return advice(true, adviceEnum)
	case strings.Contains(m, "namespace"), strings.Contains(m, "module"):
		return advice(strings.Contains(m, "namespace"), adviceNamespace) +
			advice(strings.Contains(m, "module code"), adviceImport)
	case strings.Contains(m, "parameter property"):
		return advice(true, adviceParameter)
	case strings.Contains(m, "import") && !strings.HasPrefix(m, "Unexpected token"): // which lists what may come
		return advice(true, adviceImport)
	}
	return advice(jsxLike().MatchString(text), adviceJSX)
}

func advice(applies bool, text string) string {
	if !applies {
		return ""
	}
	return "\n" + text
}
