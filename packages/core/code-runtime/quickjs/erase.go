package quickjs

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	erased, err := r.strip(ctx, text)
	if err == nil {
		erased, err = r.parsed(text, erased)
	}
	lost := err == nil && strings.Count(erased, sign) < strings.Count(text, sign)
	if lost || malformed(err) && strings.Contains(text, sign) {
		if refusal := r.refuseDecorator(ctx, text); refusal != nil {
			return "", refusal
		}
	}
	if e, ok := errors.AsType[*eraser.Refusal](err); ok {
		return "", eraserRefusal(e, text)
	}
	if t, ok := errors.AsType[*engine.Thrown](err); ok && !t.Uncatchable {
		return "", r.engineRefusal(t, erased)
	}
	return erased, err
}

// parsed gives the JavaScript of a text, which the engine accepts.
func (r *run) parsed(text, erased string) (string, error) {
	if apart := separated(text, erased); apart != erased {
		if r.inside(func() error { return r.parses(apart) }) == nil {
			return apart, nil
		}
	}
	return erased, r.inside(func() error { return r.parses(erased) })
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

// strip gives the text without its types, or the eraser's own error.
func (r *run) strip(ctx context.Context, text string) (string, error) {
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
	if err == nil || malformed(err) {
		return erased, err
	}
	if _, stopped := errors.AsType[*stop](err); stopped {
		return "", err
	}
	if errors.Is(err, eraser.ErrDeep) {
		return "", &stop{coderuntime.KindException, "SyntaxError: " + err.Error() +
			": use fewer nested brackets"}
	}
	return "", &stop{coderuntime.KindWorkerExit, "the type eraser died"}
}

// slowest is how much longer than on an idle machine erasing may take: the
// limit is work, a poll for each nominal millisecond, not time.
const slowest = 30

// malformed is whether the eraser or the engine refuses a text for what it says.
func malformed(err error) bool {
	if _, ok := errors.AsType[*eraser.Refusal](err); ok {
		return true
	}
	t, ok := errors.AsType[*engine.Thrown](err)
	return ok && !t.Uncatchable
}

// eraserRefusal puts the eraser's refusal into words for the model.
func eraserRefusal(e *eraser.Refusal, text string) error {
	line, before, _ := within(text, e)
	return refused(e.Message, line, before, remedy(e.Message, text, line, before))
}

// refused is the refusal of a construct that stands on a line after a part of it.
func refused(what string, line int, before, remedy string) error {
	return &stop{coderuntime.KindException, fmt.Sprintf("SyntaxError: %s (%s:%d:%d)%s",
		what, programName, line, utf8.RuneCountInString(before)+1, advice(remedy))}
}
