package bash_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
)

// vector is a case of testdata/bash.json; the file's description explains the members.
type vector struct {
	ID         string            `json:"id"`
	Command    string            `json:"command"`
	Args       map[string]any    `json:"args"`
	Config     map[string]any    `json:"config"`
	AmbientEnv map[string]string `json:"ambient_env"`

	CancelAfter    int    `json:"cancel_after_ms"`
	CancelBefore   bool   `json:"cancel_before_call"`
	WithoutService string `json:"without_service"`
	Composition    string `json:"composition"`

	Expect      expectation  `json:"expect"`
	Recommended *expectation `json:"recommended"`
	Reason      string       `json:"reason"`
}

// expectation is what should come of it; absent members say nothing.
type expectation struct {
	IsError   bool      `json:"isError"`
	ExitCode  *int      `json:"exitCode"`
	Signal    *string   `json:"signal"`
	TimedOut  *bool     `json:"timedOut"`
	Aborted   *bool     `json:"aborted"`
	Rendered  *string   `json:"rendered"`
	Suffix    string    `json:"rendered_suffix"`
	Stderr    string    `json:"stderr_contains"`
	Effective *float64  `json:"effective_timeoutMs"`
	Duration  *span     `json:"duration_ms"`
	Within    int       `json:"returns_within_ms"`
	Started   *bool     `json:"process_started"`
	Value     any       `json:"value"`
	Then      *followUp `json:"then"`
	Error     *failure  `json:"error"`
	Child     bool      `json:"child_alive_after_result"`
	Escaped   bool      `json:"escaped_child_alive_after_result"`
	Total     *int64    `json:"stdout_bytes_total"`
	TextBytes *int      `json:"stdout_text_bytes"`
	Truncated *bool     `json:"stdout_truncated"`
	TextEnd   string    `json:"stdout_text_suffix"`
	Text      *string   `json:"stdout_text"`
	Spilled   *bool     `json:"spill_file"`
	Whole     bool      `json:"spill_file_equals_full_stream"`
	SpillMode string    `json:"spill_file_mode"`
	Parsed    any       `json:"parsed_from_text"` // what a card made from the text would say
	Reason    string    `json:"reason"`
}

type span struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

type followUp struct {
	Tool     string         `json:"tool"`
	Args     map[string]any `json:"args"`
	Rendered string         `json:"rendered"`
}

type failure struct {
	Code     *string `json:"code"`
	Message  string  `json:"message"`
	Contains string  `json:"message_contains"`
	Upstream string  `json:"upstream_message_contains"` // the original's own text, not ours
}

func TestVectors(t *testing.T) {
	raw, err := os.ReadFile("testdata/bash.json")
	must(t, err)
	var file struct {
		Format      string   `json:"format"`
		Description string   `json:"description"`
		Cases       []vector `json:"cases"`
	}
	must(t, json.Unmarshal(raw, &file, json.RejectUnknownMembers(true)))
	if len(file.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, v := range file.Cases {
		t.Run(v.ID, func(t *testing.T) {
			t.Log(v.Reason)
			if len(v.AmbientEnv) == 0 {
				t.Parallel()
			}
			for name, value := range v.AmbientEnv {
				t.Setenv(name, value)
			}
			v.run(t)
		})
	}
}

func (v vector) run(t *testing.T) {
	w := newWorld(t, composition{Shell: v.Config, NoJobs: v.WithoutService == "jobs"})
	must(t, os.Mkdir(filepath.Join(w.dir, "sub"), 0o755))
	args := map[string]any{"command": v.Command, "description": "vector"}
	for name, value := range v.Args {
		args[name] = value
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	switch {
	case v.CancelBefore:
		cancel()
	case v.CancelAfter > 0:
		timer := time.AfterFunc(time.Duration(v.CancelAfter)*time.Millisecond, cancel)
		defer timer.Stop()
	}
	start := time.Now()
	got := w.call(ctx, bash.ToolName, args)
	took := time.Since(start)
	want := v.Expect
	if want.IsError != got.IsError() {
		t.Fatalf("isError = %v: %s", got.IsError(), text(t, got))
	}
	if got.IsError() {
		want.checkError(t, w, got, v.Recommended)
		return
	}
	if want.Duration != nil && took < time.Duration(want.Duration.Min)*time.Millisecond {
		t.Errorf("took %v, want at least %d ms", took, want.Duration.Min)
	}
	want.checkSuccess(t, w, got, v.Recommended)
}

// checkError checks a failure; the recommended one wins.
func (e expectation) checkError(t *testing.T, w *world, got *tools.Result, better *expectation) {
	t.Helper()
	want := *e.Error
	if better != nil && better.Error != nil {
		want = *better.Error
		want.Code = e.Error.Code
	}
	code := ""
	if want.Code != nil {
		code = *want.Code
	}
	f := got.Failure()
	if info, ok := f.Info(); ok != (code != "") || string(info.Code) != code {
		t.Errorf("info = %+v, want code %q", info, code)
	}
	if want.Message != "" && f.Message() != want.Message {
		t.Errorf("message = %q, want %q", f.Message(), want.Message)
	}
	if !strings.Contains(f.Message(), want.Contains) {
		t.Errorf("message = %q, want something with %q", f.Message(), want.Contains)
	}
	if text(t, got) != "Error: "+f.Message() {
		t.Errorf("text = %q", text(t, got))
	}
	if _, err := os.Stat(filepath.Join(w.dir, "marker")); err == nil {
		t.Error("the command ran")
	}
}

func (e expectation) checkSuccess(t *testing.T, w *world, got *tools.Result, better *expectation) {
	t.Helper()
	rendered := text(t, got)
	var v bash.Foreground
	must(t, got.Value().Decode(&v))
	fill := strings.NewReplacer("{WORKSPACE}", w.dir, "{SPILL}", v.Stdout.SpillPath)
	if e.Rendered != nil && rendered != fill.Replace(*e.Rendered) {
		t.Errorf("rendered %q, want %q", rendered, fill.Replace(*e.Rendered))
	}
	if !strings.HasSuffix(rendered, fill.Replace(e.Suffix)) {
		t.Errorf("rendered %q, want the end %q", rendered, fill.Replace(e.Suffix))
	}
	if e.Then != nil {
		again := w.call(t.Context(), e.Then.Tool, e.Then.Args)
		if text(t, again) != e.Then.Rendered {
			t.Errorf("then %q, want %q", text(t, again), e.Then.Rendered)
		}
		return
	}
	if e.Child || e.Escaped {
		if left := processesIn(t, w.dir); len(left) == 0 {
			t.Error("the child did not survive")
		}
	}
	e.checkFacts(t, v)
	e.checkStream(t, v, better)
	e.checkCard(t, w, got, v)
}

func (e expectation) checkFacts(t *testing.T, v bash.Foreground) {
	t.Helper()
	equal(t, "exitCode", v.ExitCode, e.ExitCode)
	equal(t, "signal", v.Signal, e.Signal)
	if e.TimedOut != nil {
		equal(t, "timedOut", &v.TimedOut, e.TimedOut)
	}
	if e.Aborted != nil {
		equal(t, "aborted", &v.Aborted, e.Aborted)
	}
	if e.Effective != nil {
		equal(t, "timeoutMs", &v.TimeoutMs, e.Effective)
	}
	if !strings.Contains(v.Stderr.Text, e.Stderr) {
		t.Errorf("stderr = %q, want something with %q", v.Stderr.Text, e.Stderr)
	}
}

func (e expectation) checkStream(t *testing.T, v bash.Foreground, better *expectation) {
	t.Helper()
	if better != nil && better.Text != nil {
		e.Text = better.Text
	}
	if e.Text != nil {
		equal(t, "stdout", &v.Stdout.Text, e.Text)
	}
	if e.TextBytes != nil {
		n := len(v.Stdout.Text)
		equal(t, "stdout bytes", &n, e.TextBytes)
	}
	if e.Truncated != nil {
		equal(t, "truncated", &v.Stdout.Truncated, e.Truncated)
	}
	if !strings.HasSuffix(v.Stdout.Text, e.TextEnd) {
		t.Errorf("stdout does not end in %q", e.TextEnd)
	}
	if e.Spilled != nil && *e.Spilled != (v.Stdout.SpillPath != "") {
		t.Errorf("spill file %q", v.Stdout.SpillPath)
	}
	if e.Whole {
		whole, err := os.ReadFile(v.Stdout.SpillPath)
		must(t, err)
		if int64(len(whole)) != *e.Total || !strings.HasSuffix(string(whole), v.Stdout.Text) {
			t.Errorf("the spill file has %d bytes", len(whole))
		}
	}
	if e.SpillMode != "" {
		info, err := os.Stat(v.Stdout.SpillPath)
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("mode of the spill file: %v", info.Mode())
		}
	}
}

// checkCard checks that the card shows the facts, whatever the text looks like.
func (e expectation) checkCard(t *testing.T, w *world, got *tools.Result, v bash.Foreground) {
	t.Helper()
	reg, _ := w.reg.Get(bash.ToolName, w.agent.Key, nil)
	args := mustParse(t, `{"command":"x","description":"y"}`)
	view, ok := reg.PresentResult(args, tools.Presented{Content: got.Content(),
		Meta: got.Meta()}).(tools.TerminalResult)
	if !ok || view.Output != text(t, got) {
		t.Fatalf("card = %+v", view)
	}
	equal(t, "card's exit code", view.ExitCode, v.ExitCode)
	if signal := v.Signal; (signal == nil) != (view.Signal == "") {
		t.Errorf("card's signal = %q", view.Signal)
	}
}

func equal[T comparable](t *testing.T, what string, got, want *T) {
	t.Helper()
	switch {
	case got == nil && want == nil:
	case got == nil || want == nil || *got != *want:
		t.Errorf("%s: got %v, want %v", what, show(got), show(want))
	}
}

func show[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}
