package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/aymanbagabas/go-udiff"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
)

// most is how many lines of one card are shown; the model gets them all.
const most = 40

// callTitle is a call in one line.
func callTitle(c *tools.Call) string {
	title := ""
	switch card := c.PresentCall().(type) {
	case tools.TerminalCall:
		title = "$ " + card.Title
	case tools.DiffCall:
		title = card.Title
	case tools.GenericCall:
		title = card.Title
	}
	if title == "" {
		title = c.Name() + " " + c.Arguments().Text()
	}
	return clip(approval.Visible(title), 160)
}

// callBody is what a card has to tell besides its title. A diff is shown when it
// was made, or in the question whether it may be.
func (c *screen) callBody(call *tools.Call) string {
	if card, ok := call.PresentCall().(tools.TerminalCall); ok && card.Description != "" {
		return c.paint(paintDim, "  "+clip(approval.Visible(card.Description), 160)) + "\n"
	}
	return ""
}

// resultHead says how a call ended, and how long it took.
func (c *screen) resultHead(registry *tools.Registry, o *tools.Outcome, shown shownCall) string {
	word, code := "ok", paintGreen
	if card, ok := resultCard(registry, o).(tools.TerminalResult); ok && commandFailed(card) {
		word, code = exitWord(card), paintRed
	}
	if o.Result.IsError() {
		word, code = "failed", paintRed
	}
	elapsed := time.Since(shown.start).Round(100 * time.Millisecond)
	return fmt.Sprintf("%s %s (%s)\n", c.paint(code, "  "+word), shown.title, elapsed)
}

// resultBody is the card of a result, made of what is recorded of it.
func (c *screen) resultBody(registry *tools.Registry, o *tools.Outcome) string {
	switch card := resultCard(registry, o).(type) {
	case tools.TerminalResult:
		return c.block(card.Output)
	case tools.DiffResult:
		return c.diffs(card.Diffs)
	case tools.MatchesResult:
		return c.block(matchLines(card))
	case tools.PathsResult:
		return c.block(strings.Join(card.Paths, "\n") + cutLine(card.Truncated, len(card.Paths), card.Total))
	case tools.ReadResult:
		return c.block(fmt.Sprintf("%d of %d lines", len(card.Lines), card.TotalLines))
	case tools.WebSearchResult:
		return c.block(sourceLines(card))
	case tools.WebFetchResult:
		return c.block(fmt.Sprintf("%s: status %d", card.URL, card.StatusCode))
	case tools.GenericResult:
		if len(card.Content) > 0 {
			return c.block(unfenced(contentText(card.Content)))
		}
	}
	return c.block(contentText(o.Result.Content()))
}

func resultCard(registry *tools.Registry, o *tools.Outcome) tools.ResultView {
	if o.Call.Agent() == nil {
		return nil
	}
	tool, ok := registry.Get(o.Call.Name(), o.Call.Agent().Key, nil)
	if !ok {
		return nil
	}
	r := o.Result
	return tool.PresentResult(o.Call.Arguments(), tools.Presented{
		Content: r.Content(), IsError: r.IsError(), Meta: r.Meta(),
	})
}

func commandFailed(r tools.TerminalResult) bool {
	return r.Signal != "" || r.ExitCode != nil && *r.ExitCode != 0
}

// exitWord says how a command failed.
func exitWord(r tools.TerminalResult) string {
	if r.Signal != "" {
		return "ended by " + approval.Visible(r.Signal)
	}
	return fmt.Sprintf("exit code %d", *r.ExitCode)
}

func matchLines(r tools.MatchesResult) string {
	var b strings.Builder
	shown := 0
	for _, f := range r.Files {
		for _, m := range f.Matches {
			fmt.Fprintf(&b, "%s:%d: %s\n", f.Path, m.LineNumber, m.Line)
			shown++
		}
	}
	return strings.TrimSuffix(b.String(), "\n") + cutLine(r.Truncated, shown, r.Total)
}

func sourceLines(r tools.WebSearchResult) string {
	var b strings.Builder
	for _, s := range r.Sources {
		fmt.Fprintf(&b, "%s %s\n", s.URL, s.Title)
	}
	return b.String()
}

func cutLine(truncated bool, shown, total int) string {
	if !truncated {
		return ""
	}
	return fmt.Sprintf("\n(%d of %d)", shown, total)
}

// contentText is content in lines; images are named.
func contentText(content llm.Content) string {
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

// unfenced is text without the marks of the block of code that all of it is in: a
// card is indented instead.
func unfenced(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	marks := first[:len(first)-len(strings.TrimLeft(first, "`"))]
	inside, ends := strings.CutSuffix(rest, "\n"+marks)
	if len(marks) < 3 || !ends || strings.Contains(inside, marks) {
		return text
	}
	return inside
}

// block is text indented, as much of it as a card shows.
func (c *screen) block(text string) string {
	return c.lines(approval.Visible(text), func(line string) string { return line })
}

// diffs are changes as unified diffs.
func (c *screen) diffs(list []tools.FileDiff) string {
	var b strings.Builder
	for _, d := range list {
		before, old := "", "/dev/null"
		if d.OldText != nil {
			before, old = *d.OldText, d.Path
		}
		b.WriteString(udiff.Unified(clip(old, 200), clip(d.Path, 200), before, d.NewText))
	}
	return c.lines(approval.Visible(b.String()), func(line string) string {
		switch {
		case strings.HasPrefix(line, "+"):
			return c.paint(paintGreen, line)
		case strings.HasPrefix(line, "-"):
			return c.paint(paintRed, line)
		}
		return line
	})
}

func (c *screen) lines(text string, paint func(string) string) string {
	text = strings.Trim(text, "\n")
	if text == "" {
		return ""
	}
	var b strings.Builder
	list := strings.Split(text, "\n")
	for i, line := range list {
		if i == most {
			fmt.Fprintf(&b, "    ... %d more lines\n", len(list)-most)
			break
		}
		b.WriteString("    " + paint(line) + "\n")
	}
	return b.String()
}
