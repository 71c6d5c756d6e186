package approval_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/testkit"
)

func TestDesk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, approval.Config{})
		var desk approval.Desk
		must(t, w.service.Answers(w.Root, desk.Ask))
		changed := desk.Changed()
		done := make(chan *tools.Result)
		go func() { done <- w.call(t.Context(), w.agent) }()
		<-changed
		open := desk.Open()
		if len(open) != 1 || open[0].Call.Arguments().Text() != `{"n":1}` || open[0].Reason != "it is risky" {
			t.Fatalf("open are %+v", open)
		}
		q := open[0]
		if err := desk.Answer("other", q.Digest, true); approval.CodeOf(err) != approval.CodeUnknownQuestion {
			t.Errorf("unknown question: %v", err)
		}
		if err := desk.Answer(q.ID, "other", true); approval.CodeOf(err) != approval.CodeDigest {
			t.Errorf("other arguments: %v", err)
		}
		must(t, desk.Answer(q.ID, q.Digest, true))
		if err := desk.Answer(q.ID, q.Digest, false); approval.CodeOf(err) != approval.CodeUnknownQuestion {
			t.Errorf("second answer: %v", err)
		}
		if r := <-done; r.IsError() {
			t.Errorf("got %v", r.Failure())
		}
	})
}

// ask puts one call of a tool with this card to a terminal.
func ask(t *testing.T, view tools.CallView, typed string) (shown string, r *tools.Result) {
	t.Helper()
	w := newWorld(t, approval.Config{})
	w.Register(presented("carded", view))
	var out bytes.Buffer
	terminal := approval.NewTerminal(approval.TerminalConfig{In: approval.NewLines(strings.NewReader(typed)), Out: &out})
	must(t, w.service.Answers(w.Root, terminal.Ask))
	r = w.Run(t.Context(), &tools.Batch{
		Agent: w.agent.Identity(), Calls: testkit.Calls("carded", `{"n": 1}`),
	}).Outcomes[0].Result
	return out.String(), r
}

func TestTerminalAnswers(t *testing.T) {
	for typed, want := range map[string]string{
		"y\n": "ok", "YES\n": "ok", "n\n": "rejected", "\n": "rejected", "": "no approval channel",
		"maybe\ny\n": "ok", "y": "ok",
	} {
		_, r := ask(t, nil, typed)
		got := "ok"
		if r.IsError() {
			got = r.Failure().Message()
		}
		if !strings.Contains(got, want) {
			t.Errorf("typed %q: %s", typed, got)
		}
	}
}

func TestTerminalShowsTheWholeCommand(t *testing.T) {
	command := strings.Repeat("echo a long command that goes on;\n", 200) + "rm -rf \u202eoops\u200b\x1b[2K"
	shown, _ := ask(t, tools.TerminalCall{Title: command, Cwd: "/w\nAllow this"}, "n\n")
	if n := strings.Count(shown, "    echo a long command"); n != 200 {
		t.Errorf("%d of 200 lines shown", n)
	}
	if !strings.Contains(shown, `rm -rf \u{202E}oops\u{200B}\u{1B}[2K`) || strings.ContainsAny(shown, "\u202e\u200b\x1b") {
		t.Errorf("hidden characters: %q", shown[len(shown)-200:])
	}
	if !strings.Contains(shown, `In /w\nAllow this`) {
		t.Error("a directory's name spreads over lines")
	}
}

func TestTerminalShowsTheDiff(t *testing.T) {
	old := "one\ntwo\nthree\n"
	shown, _ := ask(t, tools.DiffCall{Title: "Edit a.txt", Diffs: []tools.FileDiff{
		{Path: "a.txt", OldText: &old, NewText: "one\n2\nthree\n"}, {Path: "b.txt", NewText: "new\n"},
	}}, "n\n")
	for _, want := range []string{"--- a.txt\n+++ a.txt\n", "\n-two\n+2\n", "--- /dev/null\n+++ b.txt\n", "\n+new\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is missing in:\n%s", want, shown)
		}
	}
}

func TestTerminalWithdraws(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, typing := io.Pipe()
		lines := approval.NewLines(r)
		terminal := approval.NewTerminal(approval.TerminalConfig{In: lines, Out: io.Discard})
		w := newWorld(t, approval.Config{})
		must(t, w.service.Answers(w.Root, terminal.Ask))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan *tools.Result)
		go func() { done <- w.call(ctx, w.agent) }()
		synctest.Wait()
		cancel()
		<-done
		// What was typed for the question that is gone is nobody's answer.
		_, _ = io.WriteString(typing, "y\n")
		synctest.Wait()
		go func() { done <- w.call(t.Context(), w.agent) }()
		synctest.Wait()
		_, _ = io.WriteString(typing, "n\n")
		if r := <-done; !r.IsError() || w.ran > 0 {
			t.Error("the old answer was taken for the new question")
		}
		must(t, typing.Close())
	})
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain äöü 漢字 🚀\n\t": "plain äöü 漢字 🚀\n\t",
		"a\u00a0b":           `a\u{A0}b`, "a\xffb": `a\xffb`, "\u2800": `\u{2800}`, "\r": `\u{D}`, "\ufe0f": `\u{FE0F}`,
	} {
		if got := approval.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}
