package quickjs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/eraser"
)

// The signs of decorators are numbered with private characters, which are legal in
// strings, templates, comments and regular expressions, and nowhere else.
const (
	sign      = "@"
	firstMark = 0xe000
	maxMarks  = 0xf8ff - firstMark
)

// refuseDecorator refuses the first decorator of a text, those included that the
// eraser removes with what they stand at. Where there is one, the eraser stops at
// its mark, and most often says which one it is.
func (r *run) refuseDecorator(ctx context.Context, text string) error {
	parts := strings.SplitN(text, sign, maxMarks+1)
	var marked strings.Builder
	for i, part := range parts {
		if i > 0 {
			marked.WriteRune(rune(firstMark + i - 1))
		}
		marked.WriteString(part)
	}
	_, err := r.strip(ctx, marked.String())
	if s, ok := errors.AsType[*stop](err); ok {
		return s
	}
	e, ok := errors.AsType[*eraser.Refusal](err)
	if !ok {
		return nil
	}
	var mark rune
	if _, err := fmt.Sscanf(e.Message, `Unexpected character '\u{%x}'`, &mark); err != nil {
		_, _, after := within(marked.String(), e)
		mark, _ = utf8.DecodeRuneInString(after)
	}
	number := int(mark) - firstMark + 1
	if number < 1 || number >= len(parts) || strings.ContainsRune(text, mark) {
		return nil // it is something else that is wrong
	}
	before := strings.Join(parts[:number], sign)
	return refused("decorator", 1+strings.Count(before, "\n"),
		before[strings.LastIndexByte(before, '\n')+1:], adviceDecorator)
}
