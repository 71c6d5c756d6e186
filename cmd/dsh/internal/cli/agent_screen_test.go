package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// On a terminal diffs are coloured, and what tools say cannot act on it.
func TestPaintedCards(t *testing.T) {
	c := &screen{color: true}
	old := "a\n"
	got := c.diffs([]tools.FileDiff{{Path: "f", OldText: &old, NewText: "b\x1b[2J\n"}})
	for _, want := range []string{paintRed + "-a" + paintReset, paintGreen + "+b"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if strings.Contains(got, "\x1b[2J") {
		t.Errorf("an escape code got through: %q", got)
	}
	if got := (&screen{}).block(strings.Repeat("x\n", most+2)); !strings.HasSuffix(got, "    ... 2 more lines\n") {
		t.Errorf("a long card ends with %q", got[len(got)-40:])
	}
}

// What is all one block of code is shown without its marks.
func TestUnfenced(t *testing.T) {
	for text, want := range map[string]string{
		"```console\nError: no\nmore\n```": "Error: no\nmore", "````console\na ``` b\n````": "a ``` b",
		"```go\na\n```\nb\n```": "```go\na\n```\nb\n```", "```": "```", "": "", "plain\n```": "plain\n```",
	} {
		if got := unfenced(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// The status line shows what runs, makes way for everything else, and stays
// away while a question is open.
func TestStatusLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out, errs bytes.Buffer
		c := &screen{out: &out, err: &errs, color: true, done: make(chan struct{}), ended: make(chan struct{})}
		go c.tick()
		said := func() string {
			c.mu.Lock()
			defer c.mu.Unlock()
			defer errs.Reset()
			return errs.String()
		}
		c.running("read a.txt", time.Now())
		time.Sleep(2100 * time.Millisecond)
		synctest.Wait()
		if got := said(); !strings.HasSuffix(got, paintClear+"| read a.txt 2s") {
			t.Errorf("drew %q", got)
		}
		end := c.hush()
		time.Sleep(time.Second)
		synctest.Wait()
		if got := said(); got != paintClear {
			t.Errorf("during a question: %q", got)
		}
		end()
		c.running("", time.Time{})
		c.text("half a line")
		time.Sleep(time.Second)
		synctest.Wait()
		c.stop()
		if got := said(); got != "" || out.String() != "half a line\n" {
			t.Errorf("at the end: %q, %q", got, out.String())
		}
	})
}

// Tools that were left out of a request are named, too.
func TestRemarks(t *testing.T) {
	got := remarks(session.AssistantMessage{Warnings: []llm.Warning{{Subject: "bad\x1b", Text: "left out"}}})
	if got != "dsh: bad\\u{1b}: left out\n" && (strings.Contains(got, "\x1b") || !strings.HasSuffix(got, ": left out\n")) {
		t.Errorf("got %q", got)
	}
}
