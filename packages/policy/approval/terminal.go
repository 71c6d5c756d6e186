package approval

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// Terminal asks a person at a terminal, or at the other end of a pipe, one
// question at a time. Create it with [NewTerminal]. Safe for concurrent use.
type Terminal struct {
	in    LineReader
	out   io.Writer
	color bool
	turn  chan struct{} // holds a token while nobody asks
}

// TerminalConfig says how a terminal is talked to.
type TerminalConfig struct {
	In  LineReader
	Out io.Writer
	// Color marks added and removed lines with colours.
	Color bool
}

// NewTerminal returns an answerer.
func NewTerminal(c TerminalConfig) *Terminal {
	t := &Terminal{in: c.In, out: c.Out, color: c.Color, turn: make(chan struct{}, 1)}
	t.turn <- struct{}{}
	return t
}

// Ask shows the question, whole, and reads the answer: yes allows this one call,
// no and an empty line reject it, anything else is asked again. At the end of the
// input nobody is available. Give it to [Service.Answers].
func (t *Terminal) Ask(ctx context.Context, q *Request) (tools.Approval, error) {
	select {
	case <-t.turn:
		defer func() { t.turn <- struct{}{} }()
	case <-ctx.Done():
		return tools.ApprovalCancelled, nil
	}
	text := Show(q)
	if t.color {
		text = colored(text)
	}
	if _, err := io.WriteString(t.out, "\n"+text+"\n"); err != nil {
		return tools.ApprovalUnavailable, &Error{Code: CodeInput, Message: "the terminal cannot be written to", Err: err}
	}
	return t.read(ctx)
}

func (t *Terminal) read(ctx context.Context) (tools.Approval, error) {
	for {
		if _, err := io.WriteString(t.out, "Allow this one call? [y/N] "); err != nil {
			return tools.ApprovalUnavailable, &Error{Code: CodeInput, Message: "the terminal cannot be written to", Err: err}
		}
		answer, err := t.in.ReadLine(ctx)
		switch {
		case ctx.Err() != nil:
			_, _ = io.WriteString(t.out, "withdrawn\n")
			return tools.ApprovalCancelled, nil
		case errors.Is(err, io.EOF):
			return tools.ApprovalUnavailable, nil
		case err != nil:
			return tools.ApprovalUnavailable, err
		}
		switch strings.ToLower(strings.TrimSpace(answer)) {
		case "y", "yes":
			return tools.ApprovalAllowedOnce, nil
		case "", "n", "no":
			return tools.ApprovalRejected, nil
		}
	}
}

const (
	green = "\x1b[32m"
	red   = "\x1b[31m"
	reset = "\x1b[0m"
)

// colored paints the lines of a diff.
func colored(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "+"):
			lines[i] = green + l + reset
		case strings.HasPrefix(l, "-"):
			lines[i] = red + l + reset
		}
	}
	return strings.Join(lines, "\n")
}
