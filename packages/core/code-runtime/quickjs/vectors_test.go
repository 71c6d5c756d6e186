package quickjs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

type vectorFile struct {
	Files    map[string]string
	Programs []vectorProgram
}

type vectorProgram struct {
	ID, Class, Program string
	Config             vectorConfig
	Expected           expectation
}

type vectorConfig struct {
	ComputeMs              float64
	MaxWallMs              float64
	MaxOutputBytes         int64
	MaxOldGenerationSizeMb int64
	OnlyTools              []string `json:"only_tools"`
	AbortAfterMs           int      `json:"abort_after_ms"`
	AbortReason            string   `json:"abort_reason"`
}

type expectation struct {
	Kind               string
	FailureKind        string   `json:"failure_kind"`
	FailureKinds       []string `json:"failure_kinds"`
	Message            *string
	MessageContains    []string `json:"message_contains"`
	MessageNotContains []string `json:"message_not_contains"`
	Result             json.RawMessage
	ResultAbsent       bool `json:"result_absent"`
	ResultLen          *int `json:"result_len"`
	Logs               *[]string
	LogsLen            *int          `json:"logs_len"`
	FirstLog           *string       `json:"first_log"`
	FirstLogPrefix     string        `json:"first_log_prefix"`
	MaxOutputBytes     int64         `json:"max_output_bytes"`
	MaxMs              int64         `json:"max_ms"`
	Alternatives       []expectation `json:"alternatives"`
}

func loadVectors(t testing.TB, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// executorOnly names the programs whose expectation is about scheduling,
// contexts, settlement order or model text, which an executor provides; here
// they must merely behave, and the executor's suite checks the rest.
func executorOnly(p vectorProgram) bool {
	return p.Class == "scheduling" || p.ID == "settle-002-queued-abandoned"
}

func TestProgramVectors(t *testing.T) {
	t.Parallel()
	var file vectorFile
	loadVectors(t, "ptc-programs.json", &file)
	shared := open(t, quickjs.Config{})
	var left []string
	for _, p := range file.Programs {
		if executorOnly(p) {
			left = append(left, p.ID)
			continue
		}
		t.Run(p.ID, func(t *testing.T) {
			rt := shared
			if c, changed := p.Config.runtime(); changed {
				rt = open(t, c)
			}
			runVector(t, rt, file, p)
		})
	}
	t.Logf("%d programs run, %d are the executor's: %v", len(file.Programs)-len(left), len(left),
		left)
}

func (c vectorConfig) runtime() (quickjs.Config, bool) {
	var q quickjs.Config
	q.ComputeMs = coderuntime.Milliseconds(c.ComputeMs)
	q.MaxWallMs = coderuntime.Milliseconds(c.MaxWallMs)
	q.MaxOutputBytes = coderuntime.Count(c.MaxOutputBytes)
	q.MaxMemoryMb = coderuntime.Count(c.MaxOldGenerationSizeMb)
	return q, q.Budgets != coderuntime.Budgets{}
}

func runVector(t *testing.T, rt *quickjs.Runtime, file vectorFile, p vectorProgram) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	if p.Config.AbortAfterMs > 0 {
		timer := time.AfterFunc(time.Duration(p.Config.AbortAfterMs)*time.Millisecond, func() {
			cancel(errors.New(p.Config.AbortReason))
		})
		defer timer.Stop()
	}
	host := coderuntime.NewHost(ctx)
	defer host.Close()
	names := p.Config.OnlyTools
	if names == nil {
		names = toolNames
	}
	space := host.Namespace("tools", tools(file.Files), names...)
	space.ErrorClass = &coderuntime.ErrorClass{Name: "ToolCallError",
		MemberNameProperty: "toolName"}
	result, err := rt.Run(ctx, coderuntime.Request{Program: p.Program,
		Namespaces: []coderuntime.Namespace{space}})
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, e := range append([]expectation{p.Expected}, p.Expected.Alternatives...) {
		problem := e.check(result)
		if problem == "" {
			return
		}
		problems = append(problems, problem)
	}
	t.Errorf("program:\n%s\nresult: %s\nproblems: %s", p.Program, show(result),
		strings.Join(problems, "\n or "))
}

func show(r coderuntime.Result) string {
	text := fmt.Sprintf("value %.300s logs %.500q", r.Value, r.Logs)
	if r.Failure != nil {
		text += fmt.Sprintf(" failure %s %.500q", r.Failure.Kind, r.Failure.Message)
	}
	return text
}

func (e expectation) check(r coderuntime.Result) string {
	if (e.Kind == "ok") != (r.Failure == nil) {
		return "want " + e.Kind
	}
	if r.Failure != nil {
		if problem := e.checkFailure(r); problem != "" {
			return problem
		}
	} else if problem := e.checkValue(r.Value); problem != "" {
		return problem
	}
	return e.checkLogs(r)
}

func (e expectation) checkFailure(r coderuntime.Result) string {
	kinds := e.FailureKinds
	if e.FailureKind != "" {
		kinds = append(kinds, e.FailureKind)
	}
	f := r.Failure
	if len(kinds) > 0 && !slices.Contains(kinds, string(f.Kind)) {
		return fmt.Sprintf("want kind %v, have %s", kinds, f.Kind)
	}
	if e.Message != nil && f.Message != *e.Message {
		return fmt.Sprintf("want message %q", *e.Message)
	}
	for _, part := range e.MessageContains {
		if !strings.Contains(f.Message, part) {
			return fmt.Sprintf("message lacks %q", part)
		}
	}
	for _, part := range e.MessageNotContains {
		if strings.Contains(f.Message, part) {
			return fmt.Sprintf("message has %q", part)
		}
	}
	if e.MaxOutputBytes > 0 {
		total := coderuntime.StringBytes(f.Message) + 1 + int64(min(len(r.Logs), 1))
		for _, entry := range r.Logs {
			total += coderuntime.StringBytes(entry) + 1
		}
		if total > e.MaxOutputBytes+1 {
			return fmt.Sprintf("output has %d bytes", total)
		}
	}
	return ""
}

func (e expectation) checkValue(value string) string {
	switch {
	case e.ResultAbsent && value != "":
		return "want no value"
	case e.ResultLen != nil:
		var items []any
		if err := json.Unmarshal([]byte(value), &items); err != nil || len(items) != *e.ResultLen {
			return fmt.Sprintf("want %d items", *e.ResultLen)
		}
	case e.Result != nil:
		return sameJSON(string(e.Result), value)
	}
	return ""
}

func sameJSON(want, have string) string {
	want, _ = coderuntime.WellFormed(want)
	have, _ = coderuntime.WellFormed(have)
	var w, h any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		return err.Error()
	}
	if err := json.Unmarshal([]byte(have), &h); err != nil {
		return "value is " + have
	}
	if diff := cmp.Diff(w, h); diff != "" {
		return "value (-want +have):\n" + diff
	}
	return ""
}

func (e expectation) checkLogs(r coderuntime.Result) string {
	switch {
	case e.Logs != nil && !slices.Equal(*e.Logs, r.Logs):
		return fmt.Sprintf("want logs %q", *e.Logs)
	case e.LogsLen != nil && len(r.Logs) != *e.LogsLen:
		return fmt.Sprintf("want %d logs", *e.LogsLen)
	case e.FirstLog != nil && (len(r.Logs) == 0 || r.Logs[0] != *e.FirstLog):
		return fmt.Sprintf("want first log %q", *e.FirstLog)
	case e.FirstLogPrefix != "" && (len(r.Logs) == 0 ||
		!strings.HasPrefix(r.Logs[0], e.FirstLogPrefix)):
		return fmt.Sprintf("want first log prefix %q", e.FirstLogPrefix)
	}
	return ""
}
