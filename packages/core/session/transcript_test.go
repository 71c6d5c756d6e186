package session_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/google/go-cmp/cmp"
)

// golden compares with testdata; run with -update to write what came out.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestShow(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	crash(t, log)
	log, _ = reopen(t, log.History().Events)
	for name, options := range map[string]session.ShowOptions{
		"show.txt":       {},
		"show-all.txt":   {All: true, Times: true},
		"show-short.txt": {MaxLines: 1},
	} {
		var out bytes.Buffer
		if err := session.Show(&out, log.History(), options); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.String())
	}
}

// An answer tells which of its calls were not run, and what did not reach the model.
func TestShowRemarks(t *testing.T) {
	log, ok, ctx := memoryLog(t), must(t), t.Context()
	ok(log.StartTurn(ctx))
	ok(log.StartStep(ctx))
	ok(log.AddUser(ctx, llm.UserMessage("go")))
	m := response("I will.")
	m.Dropped = []llm.DroppedCall{{Call: call("c1"), Reason: "the answer was cut off"}}
	m.Warnings = []llm.Warning{{Subject: "bad\x1b", Text: "it is left out"}}
	ok(log.AddAssistant(ctx, m))
	var out bytes.Buffer
	if err := session.Show(&out, log.History(), session.ShowOptions{}); err != nil {
		t.Fatal(err)
	}
	want := "assistant: I will.\n  dropped c1 read: the answer was cut off\n  warning bad\\u{1b}: it is left out\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("got %s", out.String())
	}
}

// crash leaves a turn open, with everything in it that a reader may meet.
func crash(t *testing.T, log *session.Log) {
	t.Helper()
	ok, ctx := must(t), t.Context()
	ok(log.StartTurn(ctx))
	ok(log.StartStep(ctx))
	ok(log.AddUser(ctx, llm.Message{
		Role: llm.RoleUser, Source: llm.Source{Kind: llm.SourcePlugin, Name: "jobs"},
		Content: llm.Content{
			llm.Text{Text: "three\nlines\x1b[2J\u202e here\n\n"},
			llm.Image{MediaType: "image/png", Data: []byte{1, 2, 3}},
		},
	}))
	ok(log.AddAssistant(ctx, response("", call("late"))))
	ok(log.AddCall(ctx, session.ToolCall{CallID: "late", Name: "read"}))
}

func TestExport(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	crash(t, log)
	for format, name := range map[session.Format]string{
		session.FormatEvents: "export.jsonl", session.FormatMessages: "export.json",
		session.FormatMarkdown: "export.md",
	} {
		var out bytes.Buffer
		if err := session.Export(&out, log.History(), format); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.String())
	}
	err := session.Export(new(bytes.Buffer), log.History(), "pdf")
	wantCode(t, err, session.CodeRange)
	if !strings.Contains(err.Error(), "markdown") {
		t.Errorf("error %q does not list the formats", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("broken pipe")

func TestOutputFailuresAreReported(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	h := log.History()
	failures := []error{session.Show(brokenWriter{}, h, session.ShowOptions{})}
	for _, f := range session.Formats() {
		failures = append(failures, session.Export(brokenWriter{}, h, f))
	}
	for i, err := range failures {
		if !errors.Is(err, errBroken) {
			t.Errorf("output %d: %v", i, err)
		}
	}
}
