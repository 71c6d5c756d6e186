package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// shellCase is a case of bash.
type shellCase struct {
	caseHead
	Command      string            `json:"command"`
	Args         tree              `json:"args,omitzero"`
	Config       tree              `json:"config,omitzero"`
	AmbientEnv   map[string]string `json:"ambient_env,omitzero"`
	CancelAfter  float64           `json:"cancel_after_ms,omitzero"`
	CancelBefore bool              `json:"cancel_before_call,omitzero"`
	Without      string            `json:"without_service,omitzero"`
	Composition  string            `json:"composition,omitzero"`
	Expect       shellExpect       `json:"expect"`
	Recommended  *shellExpect      `json:"recommended,omitzero"`
	Why          string            `json:"recommended_reason,omitzero"`
}

// shellExpect lists what a case expects; absent members say nothing.
type shellExpect struct {
	IsError        *bool      `json:"isError,omitzero"`
	ExitCode       tree       `json:"exitCode,omitzero"`
	Signal         tree       `json:"signal,omitzero"`
	TimedOut       *bool      `json:"timedOut,omitzero"`
	Aborted        *bool      `json:"aborted,omitzero"`
	EffectiveMs    *float64   `json:"effective_timeoutMs,omitzero"`
	Rendered       *string    `json:"rendered,omitzero"`
	RenderedSuffix string     `json:"rendered_suffix,omitzero"`
	RenderedPart   string     `json:"rendered_contains,omitzero"`
	StderrContains string     `json:"stderr_contains,omitzero"`
	StdoutTotal    *int64     `json:"stdout_bytes_total,omitzero"`
	StdoutBytes    *int       `json:"stdout_text_bytes,omitzero"`
	StdoutText     *string    `json:"stdout_text,omitzero"`
	StdoutSuffix   string     `json:"stdout_text_suffix,omitzero"`
	Truncated      *bool      `json:"stdout_truncated,omitzero"`
	SpillFile      *bool      `json:"spill_file,omitzero"`
	SpillWhole     bool       `json:"spill_file_equals_full_stream,omitzero"`
	SpillMode      string     `json:"spill_file_mode,omitzero"`
	SpillBytes     *int64     `json:"spill_file_bytes,omitzero"`
	ChildAlive     *bool      `json:"child_alive_after_result,omitzero"`
	EscapedAlive   *bool      `json:"escaped_child_alive_after_result,omitzero"`
	Duration       *span      `json:"duration_ms,omitzero"`
	WithinMs       float64    `json:"returns_within_ms,omitzero"`
	Started        *bool      `json:"process_started,omitzero"`
	Value          tree       `json:"value,omitzero"`
	Then           *shellThen `json:"then,omitzero"`
	Error          *wantError `json:"error,omitzero"`
	// ParsedFromText is what a card made from the text alone would say.
	ParsedFromText tree   `json:"parsed_from_text,omitzero"`
	Reason         string `json:"reason,omitzero"`
}

type span struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// shellThen is a call after the case's own.
type shellThen struct {
	Tool     string `json:"tool"`
	Args     tree   `json:"args"`
	Rendered string `json:"rendered"`
}

// shellValue is the canonical value of a foreground command.
type shellValue struct {
	Kind      string      `json:"kind"`
	ExitCode  *int        `json:"exitCode"`
	Signal    *string     `json:"signal"`
	TimedOut  bool        `json:"timedOut"`
	Aborted   bool        `json:"aborted"`
	TimeoutMs float64     `json:"timeoutMs"`
	Stdout    shellStream `json:"stdout"`
	Stderr    shellStream `json:"stderr"`
}

type shellStream struct {
	Text      string `json:"text"`
	Truncated bool   `json:"truncated"`
	SpillPath string `json:"spillPath"`
}

func shellSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c shellCase) (vectorCase, error) {
		for _, f := range []field{
			{"without_service", c.Without, []string{"jobs"}},
			{"composition", c.Composition, []string{"no confining executor"}},
		} {
			if err := f.check(); err != nil {
				return vectorCase{}, err
			}
		}
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...), err
}

func (c shellCase) check(d Driver) error {
	config, _ := c.Config.value.(*Object)
	restore, err := ambient(c.AmbientEnv)
	if err != nil {
		return err
	}
	defer restore()
	return inWorkspace(
		d,
		Workspace{Config: config, WithoutJobs: c.Without == "jobs"},
		func(dir string, s Session) error {
			if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
				return err
			}
			fill := func(s string) string { return strings.ReplaceAll(s, "{WORKSPACE}", dir) }
			given, _ := filled(merged(args("command", c.Command, "description", "vector"), c.Args), fill).(*Object)
			got, err := s.Call(ToolCall{
				Tool: "bash", Args: given, CancelBefore: c.CancelBefore, CancelAfter: Milliseconds(c.CancelAfter),
			})
			if err != nil {
				return err
			}
			return c.Expect.over(c.Recommended).compare(got, dir, s)
		},
	)
}

// ambient sets variables of the process and returns what puts the old ones back.
func ambient(env map[string]string) (restore func(), err error) {
	old := map[string]*string{}
	restore = func() {
		for name, value := range old {
			if value == nil {
				os.Unsetenv(name)
				continue
			}
			os.Setenv(name, *value)
		}
	}
	for name, value := range env {
		old[name] = nil
		if before, ok := os.LookupEnv(name); ok {
			old[name] = &before
		}
		if err := os.Setenv(name, value); err != nil {
			restore()
			return nil, err
		}
	}
	return restore, nil
}

// over applies a recommendation.
func (w shellExpect) over(r *shellExpect) shellExpect {
	if r == nil {
		return w
	}
	if r.Error != nil {
		code := w.Error
		w.Error = r.Error
		if code != nil && r.Error.Code == nil {
			w.Error.Code = code.Code
		}
	}
	for _, s := range []struct{ target, value **string }{
		{&w.StdoutText, &r.StdoutText}, {&w.Rendered, &r.Rendered},
	} {
		if *s.value != nil {
			*s.target = *s.value
		}
	}
	if r.ExitCode.set {
		w.ExitCode = r.ExitCode
	}
	if r.Signal.set {
		w.Signal = r.Signal
	}
	if r.StdoutBytes != nil {
		w.StdoutBytes = r.StdoutBytes
	}
	return w
}

func (w shellExpect) compare(got ToolOutcome, dir string, s Session) error {
	var wrong mismatches
	expect(&wrong, "isError", got.IsError, w.IsError)
	w.compareTime(&wrong, got.Took)
	if w.Error != nil {
		fill := func(s string) string { return strings.ReplaceAll(s, "{WORKSPACE}", dir) }
		w.Error.compare(&wrong, got, fill)
		_, err := os.Stat(filepath.Join(dir, "marker"))
		wrong.add("the command ran", err == nil, false)
		return wrong.err()
	}
	if wrong.unexpected(got) {
		return wrong.err()
	}
	var v shellValue
	if err := decodeValue(got.Value, &v); err != nil {
		return fmt.Errorf("value %s: %w", got.Value, err)
	}
	fill := strings.NewReplacer("{WORKSPACE}", dir, "{SPILL}", v.Stdout.SpillPath).Replace
	w.compareText(&wrong, got, fill)
	w.compareFacts(&wrong, v)
	w.compareStream(&wrong, v)
	w.compareChildren(&wrong, dir)
	if w.Then != nil {
		next, err := s.Call(ToolCall{Tool: w.Then.Tool, Args: merged(args(), w.Then.Args)})
		if err != nil {
			return err
		}
		wrong.add("then rendered", next.Text, w.Then.Rendered)
	}
	return wrong.err()
}

func (w shellExpect) compareTime(wrong *mismatches, took time.Duration) {
	ms := milliseconds(took)
	if w.Duration != nil && (ms < w.Duration.Min || ms > patience*w.Duration.Max) {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("took %.0f ms, want %.0f to %.0f", ms, w.Duration.Min, w.Duration.Max),
		)
	}
	if w.WithinMs > 0 && ms > patience*w.WithinMs {
		wrong.lines = append(wrong.lines, fmt.Sprintf("took %.0f ms, want at most %.0f", ms, w.WithinMs))
	}
}

func (w shellExpect) compareText(wrong *mismatches, got ToolOutcome, fill func(string) string) {
	if w.Rendered != nil {
		wrong.add("rendered", got.Text, fill(*w.Rendered))
	}
	if !strings.HasSuffix(got.Text, fill(w.RenderedSuffix)) ||
		!strings.Contains(got.Text, fill(w.RenderedPart)) {
		wrong.add(
			"rendered",
			got.Text[max(0, len(got.Text)-200):],
			"one with "+fill(w.RenderedPart+w.RenderedSuffix),
		)
	}
	if w.Value.set {
		v, err := parseTree(got.Value)
		if o, ok := v.(*Object); err != nil || !ok || !holds(o, w.Value.value) {
			wrong.add("value", got.Value, textOf(w.Value.value))
		}
	}
}

// holds reports whether an object has the members of another.
func holds(o *Object, want any) bool {
	members, ok := want.(*Object)
	if !ok {
		return false
	}
	for _, m := range members.Members {
		if v, ok := o.Get(m.Name); !ok || !sameTree(v, m.Value, false) {
			return false
		}
	}
	return true
}

func (w shellExpect) compareFacts(wrong *mismatches, v shellValue) {
	if w.ExitCode.set {
		wrong.add("exitCode", printPointer(v.ExitCode), textOf(w.ExitCode.value))
	}
	if w.Signal.set {
		signal := "null"
		if v.Signal != nil {
			signal = textOf(*v.Signal)
		}
		wrong.add("signal", signal, textOf(w.Signal.value))
	}
	expect(wrong, "timedOut", v.TimedOut, w.TimedOut)
	expect(wrong, "aborted", v.Aborted, w.Aborted)
	expect(wrong, "effective_timeoutMs", v.TimeoutMs, w.EffectiveMs)
	if !strings.Contains(v.Stderr.Text, w.StderrContains) {
		wrong.add("stderr", v.Stderr.Text, "one with "+w.StderrContains)
	}
}

func printPointer(n *int) string {
	if n == nil {
		return "null"
	}
	return fmt.Sprint(*n)
}

func (w shellExpect) compareStream(wrong *mismatches, v shellValue) {
	expect(wrong, "stdout_text", v.Stdout.Text, w.StdoutText)
	expect(wrong, "stdout_text_bytes", len(v.Stdout.Text), w.StdoutBytes)
	expect(wrong, "stdout_truncated", v.Stdout.Truncated, w.Truncated)
	expect(wrong, "spill_file", v.Stdout.SpillPath != "", w.SpillFile)
	if !strings.HasSuffix(v.Stdout.Text, w.StdoutSuffix) {
		wrong.add("stdout ends", v.Stdout.Text[max(0, len(v.Stdout.Text)-40):], w.StdoutSuffix)
	}
	if !w.SpillWhole && w.SpillMode == "" && w.SpillBytes == nil {
		return
	}
	content, err := os.ReadFile(v.Stdout.SpillPath)
	if err != nil {
		wrong.add("spill file", err.Error(), "readable")
		return
	}
	expect(wrong, "spill_file_bytes", int64(len(content)), w.SpillBytes)
	if w.SpillWhole {
		expect(wrong, "stdout_bytes_total", int64(len(content)), w.StdoutTotal)
		wrong.add(
			"the spill file ends with the text",
			strings.HasSuffix(string(content), v.Stdout.Text),
			true,
		)
	}
	if info, err := os.Stat(v.Stdout.SpillPath); w.SpillMode != "" && err == nil {
		wrong.add("spill_file_mode", fmt.Sprintf("%04o", info.Mode().Perm()), w.SpillMode)
	}
}

// compareChildren looks for processes that work in the directory, where it can,
// and ends them.
func (w shellExpect) compareChildren(wrong *mismatches, dir string) {
	for _, want := range []*bool{w.ChildAlive, w.EscapedAlive} {
		if want == nil {
			continue
		}
		if left, ok := processesIn(dir); ok {
			wrong.add("a child is alive", len(left) > 0, *want)
			endProcesses(left)
		}
	}
}
