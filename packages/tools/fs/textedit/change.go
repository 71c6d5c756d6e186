package textedit

import (
	"errors"
	"fmt"
	"strings"
)

// Change says what to replace by what.
type Change struct {
	// Old is the text to find; it is not empty.
	Old string
	// New is what to put there; it may be empty.
	New string
	// All replaces every match; without it a second match is an [AmbiguousError].
	All bool
}

// Result is edited text.
type Result struct {
	// Pieces are the edited text with its own line endings, in pieces that share memory with the
	// old text: joined they may be large.
	Pieces []string
	// Before and After are the old and the edited text with LF line endings only.
	Before, After string
	// Count is the number of replacements, at least 1.
	Count int
}

// Text joins the pieces.
func (r Result) Text() string { return strings.Join(r.Pieces, "") }

// ErrNotFound says that the old text does not occur, or is empty.
var ErrNotFound = errors.New("old text not found")

// AmbiguousError says that the old text occurs more than once and All was not set.
type AmbiguousError struct {
	// Count is how often it occurs.
	Count int
}

// Error names the count.
func (e *AmbiguousError) Error() string { return fmt.Sprintf("old text matched %d times", e.Count) }

// Apply makes the change in text. Text without CRLF costs one search and one
// copy, text with CRLF a copy more.
func Apply(text string, c Change) (Result, error) {
	c.Old, _ = lf(c.Old)
	c.New, _ = lf(c.New)
	var marks []mark
	r := Result{}
	r.Before, marks = lf(text)
	at := matches(r.Before, c.Old)
	r.Count = len(at)
	if r.Count == 0 {
		return Result{}, ErrNotFound
	}
	if r.Count > 1 && !c.All {
		return Result{}, &AmbiguousError{Count: r.Count}
	}
	r.After = replace(r.Before, at, c)
	r.Pieces = []string{r.After}
	if len(r.Before) != len(text) {
		r.Pieces = splice(text, marks, at, c)
	}
	return r, nil
}

// matches lists where old occurs in text, from the left and without overlap.
func matches(text, old string) []int {
	if old == "" {
		return nil
	}
	var at []int
	for from := 0; ; {
		i := strings.Index(text[from:], old)
		if i < 0 {
			return at
		}
		at = append(at, from+i)
		from += i + len(old)
	}
}

// replace puts the new text in place of the matches.
func replace(text string, at []int, c Change) string {
	var out strings.Builder
	out.Grow(len(text) + len(at)*(len(c.New)-len(c.Old)))
	rest := 0
	for _, i := range at {
		out.WriteString(text[rest:i])
		out.WriteString(c.New)
		rest = i + len(c.Old)
	}
	out.WriteString(text[rest:])
	return out.String()
}

// mark says where a position of text with LFs only is in the text that it was made from.
type mark struct{ plain, raw int }

// markEvery is how far marks are from each other at least.
const markEvery = 64 << 10

// lf makes every CRLF an LF, in one pass, and marks where it is now and then.
func lf(text string) (string, []mark) {
	if !strings.Contains(text, "\r\n") {
		return text, nil
	}
	var (
		out       strings.Builder
		marks     []mark
		from, pos int
	)
	out.Grow(len(text))
	for {
		i := strings.IndexByte(text[pos:], '\r')
		if i < 0 {
			out.WriteString(text[from:])
			return out.String(), marks
		}
		pos += i + 1
		if pos == len(text) || text[pos] != '\n' {
			continue
		}
		out.WriteString(text[from : pos-1])
		if from = pos; from >= (len(marks)+1)*markEvery {
			marks = append(marks, mark{out.Len(), from - 1})
		}
	}
}
