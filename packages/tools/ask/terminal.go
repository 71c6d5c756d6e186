package ask

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// LineReader reads what a person types; see [Terminal].
type LineReader interface {
	// ReadLine waits for a line and returns it without its end. It returns soon
	// after ctx is done. io.EOF means that nobody will type any more.
	ReadLine(ctx context.Context) (string, error)
}

// Terminal asks a person at a terminal: the questions one by one, options by
// number. Create it with [NewTerminal]. Safe for concurrent use.
type Terminal struct {
	in   LineReader
	out  io.Writer
	turn chan struct{} // holds a token while nobody asks
}

var _ Asker = (*Terminal)(nil)

// NewTerminal returns an asker that writes to out and reads from in.
func NewTerminal(in LineReader, out io.Writer) *Terminal {
	t := &Terminal{in: in, out: out, turn: make(chan struct{}, 1)}
	t.turn <- struct{}{}
	return t
}

// Ask shows each question and reads a line: numbers of options, or free text.
func (t *Terminal) Ask(ctx context.Context, questions []Question) ([]Answer, error) {
	select {
	case <-t.turn:
		defer func() { t.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	answers := make([]Answer, len(questions))
	for i, q := range questions {
		if _, err := io.WriteString(t.out, show(q)); err != nil {
			return nil, err
		}
		line, err := t.in.ReadLine(ctx)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, io.EOF):
			return nil, failure(CodeUnavailable, "nobody answers: the input has ended")
		case err != nil:
			return nil, err
		}
		answers[i] = read(q, line)
	}
	return answers, nil
}

func show(q Question) string {
	var b strings.Builder
	if q.Header != "" {
		fmt.Fprintf(&b, "\n%s\n", plain(q.Header))
	}
	fmt.Fprintf(&b, "\n%s\n", plain(q.Question))
	for i, o := range q.Options {
		fmt.Fprintf(&b, "  %d. %s", i+1, plain(o.Label))
		if o.Description != "" {
			fmt.Fprintf(&b, ": %s", plain(o.Description))
		}
		b.WriteString("\n")
	}
	switch {
	case len(q.Options) == 0:
		b.WriteString("> ")
	case q.MultiSelect:
		b.WriteString("Numbers with commas, or another answer> ")
	default:
		b.WriteString("A number, or another answer> ")
	}
	return b.String()
}

// read takes a line for numbers of options if all of it is, and for free text
// otherwise.
func read(q Question, line string) Answer {
	line = strings.TrimSpace(line)
	free := Answer{ID: q.ID, Selected: []string{}, Custom: line}
	chosen := Answer{ID: q.ID, Selected: []string{}}
	taken := map[int]bool{}
	for part := range strings.SplitSeq(line, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > len(q.Options) {
			return free
		}
		if !taken[n] {
			taken[n] = true
			chosen.Selected = append(chosen.Selected, q.Options[n-1].Label)
		}
	}
	if len(chosen.Selected) > 1 && !q.MultiSelect {
		return free
	}
	return chosen
}

// plain drops what could move the cursor or hide text.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == ' ' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
}
