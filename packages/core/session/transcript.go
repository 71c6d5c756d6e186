package session

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// ShowOptions says how much of a log Show prints. The zero value prints everything that a person
// wants to read again.
type ShowOptions struct {
	// MaxLines is how many lines of one message or result are printed; 0 prints all.
	MaxLines int
	// Times puts the time of day in front of each entry.
	Times bool
	// All prints the events that are not part of the conversation too, as JSON.
	All bool
}

// Show prints h for people: turns, messages, calls and results, in the order they happened. Control
// characters in what tools and models said are made visible, so that a log cannot move the reader's
// cursor or hide part of itself.
func Show(w io.Writer, h History, options ShowOptions) error {
	out := bufio.NewWriter(w)
	p := &printer{out: out, options: options, prefix: ""}
	p.header(h)
	for _, e := range h.Events {
		p.event(e)
	}
	return out.Flush() // it gives back the first error of all writes before it
}

type printer struct {
	out     *bufio.Writer
	options ShowOptions
	prefix  string
}

func (p *printer) header(h History) {
	p.line("session %s, created %s, %d events", visible(h.Header.ID),
		h.Header.Created.Format(timeLayout), len(h.Events))
	if h.Header.Parent != nil {
		p.line("forked from %s at event %d", visible(h.Header.Parent.ID), h.Header.Parent.Seq)
	}
}

func (p *printer) event(e Event) {
	p.prefix = ""
	if p.options.Times {
		p.prefix = e.Time.Format("15:04:05.000 ")
	}
	var err error
	switch e.Type {
	case TypeTurnStart, TypeTurnEnd:
		err = p.frame(e)
	case TypeUserMessage, TypeAssistantMessage, TypeToolResult:
		err = p.message(e)
	case TypeDispatchStart, TypeDispatch:
		err = p.dispatch(e)
	case TypeApprovalAsked, TypeApprovalDecided:
		err = p.approval(e)
	default:
		if p.options.All {
			p.line("%s %s", e.Type, visible(e.Data.Text()))
		}
	}
	if err != nil { // an old or foreign payload is shown as it is rather than not at all
		p.line("%s %s", e.Type, visible(e.Data.Text()))
	}
}

func (p *printer) frame(e Event) error {
	var end TurnEnd
	if err := e.Decode(&end); err != nil {
		return err
	}
	if e.Type == TypeTurnStart {
		p.line("")
		p.line("turn %d", end.Turn)
		return nil
	}
	text := fmt.Sprintf("turn %d ended: %s", end.Turn, end.Reason)
	if end.Cause != "" {
		text += " (" + visible(end.Cause) + ")"
	}
	p.line("%s", text)
	return nil
}

func (p *printer) message(e Event) error {
	b, err := decodeMessage(e, nil)
	if err != nil {
		return err
	}
	m := b.Message
	if e.Surface.Op == OpReplace {
		p.line("(in the place of events %d to %d)", e.Surface.Start, e.Surface.End)
	}
	if m.ToolResult != nil {
		p.result(*m.ToolResult)
		return nil
	}
	who := string(m.Role)
	if m.Role == llm.RoleUser && m.Source.Name != "" {
		who += " (" + visible(m.Source.Name) + ")"
	}
	if m.Interrupted {
		who += " (interrupted)"
	}
	p.body(who+": ", m.Content)
	for _, call := range m.ToolCalls {
		p.line("  call %s %s %s", visible(call.ID), visible(call.Name), visible(call.Arguments))
	}
	return p.remarks(e)
}

// remarks prints which calls of an answer were not run, and what of the request
// did not reach the model.
func (p *printer) remarks(e Event) error {
	if e.Type != TypeAssistantMessage {
		return nil
	}
	var m AssistantMessage
	if err := e.Decode(&m); err != nil {
		return err
	}
	for _, d := range m.Dropped {
		p.line("  dropped %s %s: %s", visible(d.Call.ID), visible(d.Call.Name), visible(d.Reason))
	}
	for _, w := range m.Warnings {
		p.line("  warning %s: %s", visible(w.Subject), visible(w.Text))
	}
	return nil
}

func (p *printer) result(r llm.ToolResult) {
	state := "result"
	if r.IsError {
		state = "failed"
	}
	p.body(fmt.Sprintf("  %s %s ", state, visible(r.CallID)), r.Content)
}

func (p *printer) dispatch(e Event) error {
	var d Dispatch
	if err := e.Decode(&d); err != nil {
		return err
	}
	if e.Type == TypeDispatchStart {
		p.line("    sub-call %s %s", visible(d.CallID), visible(d.Name))
		return nil
	}
	state := "settled"
	if d.IsError {
		state = "failed"
	}
	p.line("    sub-call %s %s", visible(d.CallID), state)
	return nil
}

func (p *printer) approval(e Event) error {
	var a struct {
		ID       string `json:"id"`
		ToolName string `json:"toolName"`
		Outcome  string `json:"outcome"`
	}
	if err := e.Decode(&a); err != nil {
		return err
	}
	if e.Type == TypeApprovalAsked {
		p.line("  approval %s asked for %s", visible(a.ID), visible(a.ToolName))
	} else {
		p.line("  approval %s: %s", visible(a.ID), visible(a.Outcome))
	}
	return nil
}

// body prints content behind its first line's label, further lines indented below it.
func (p *printer) body(label string, content llm.Content) {
	lines := strings.Split(strings.TrimRight(describe(content), "\n"), "\n")
	shown := lines
	if most := p.options.MaxLines; most > 0 && len(lines) > most {
		shown = lines[:most]
	}
	for i, line := range shown {
		if i > 0 {
			label = "    "
		}
		p.line("%s%s", label, visible(line))
	}
	if left := len(lines) - len(shown); left > 0 {
		p.line("    … %d more lines", left)
	}
}

func (p *printer) line(format string, args ...any) {
	text := p.prefix + fmt.Sprintf(format, args...)
	_, _ = p.out.WriteString(strings.TrimRight(text, " ") + "\n") // Flush reports the error
}

// describe turns content into text; images are named, not shown.
func describe(content llm.Content) string {
	var parts []string
	for _, block := range content {
		switch b := block.(type) {
		case llm.Text:
			parts = append(parts, b.Text)
		case llm.Image:
			parts = append(parts, fmt.Sprintf("[image %s, %d bytes]", b.MediaType, len(b.Data)))
		}
	}
	return strings.Join(parts, "\n")
}

// visible escapes what would act on a terminal or hide text: control characters, and the marks that
// change writing direction or have no width.
func visible(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, `\u{%x}`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	return r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) ||
		unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r))
}
