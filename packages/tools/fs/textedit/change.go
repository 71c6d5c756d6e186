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

// Apply makes the change in text. Text without CRLF costs one search and one copy.
func Apply(text string, c Change) (Result, error) {
	c.Old, c.New = lf(c.Old), lf(c.New)
	r := Result{Before: lf(text)}
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
		r.Pieces = splice(text, at, c)
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

// lf makes every CRLF an LF.
func lf(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return strings.ReplaceAll(text, "\r\n", "\n")
}
