package conformance

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type programCase struct {
	caseHead
	Class    string         `json:"class"`
	Program  string         `json:"program"`
	Needed   []string       `json:"tools_needed,omitzero"`
	Config   ProgramConfig  `json:"config,omitzero"`
	Expected programExpect  `json:"expected"`
	Upstream jsontext.Value `json:"upstream,omitzero"`
}

type programTool struct {
	Name       string `json:"name"`
	Safe       bool   `json:"safe,omitzero"`
	Parameters tree   `json:"parameters"`
	Output     tree   `json:"output"`
	Semantics  string `json:"semantics,omitzero"`
}

// programExpect is an expectation; members that are not given are not compared.
type programExpect struct {
	Kind               string   `json:"kind"`
	FailureKind        string   `json:"failure_kind,omitzero"`
	FailureKinds       []string `json:"failure_kinds,omitzero"`
	Message            *string  `json:"message,omitzero"`
	MessageContains    []string `json:"message_contains,omitzero"`
	MessageNotContains []string `json:"message_not_contains,omitzero"`

	Result       tree      `json:"result,omitzero"`
	ResultAbsent bool      `json:"result_absent,omitzero"`
	ResultLen    *int      `json:"result_len,omitzero"`
	ResultDepth  *int      `json:"result_depth,omitzero"`
	Logs         *[]string `json:"logs,omitzero"`
	LogsLen      *int      `json:"logs_len,omitzero"`
	FirstLog     *string   `json:"first_log,omitzero"`
	FirstPrefix  string    `json:"first_log_prefix,omitzero"`
	LogStarts    []string  `json:"log_starts,omitzero"`
	Text         *string   `json:"text,omitzero"`
	TextPrefix   string    `json:"text_prefix,omitzero"`
	TextMaxLen   *int      `json:"text_max_len,omitzero"`

	Calls         *[]programCall `json:"calls,omitzero"`
	Contexts      *[]string      `json:"contexts,omitzero"`
	Schedule      *schedule      `json:"schedule,omitzero"`
	StartedAtMost *int           `json:"started_at_most,omitzero"`
	MaxOutput     *int           `json:"max_output_bytes,omitzero"`
	MaxMs         float64        `json:"max_ms,omitzero"`

	Alternatives []programExpect `json:"alternatives,omitzero"`
}

type programCall struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Args    tree   `json:"args,omitzero"`
	IsError bool   `json:"is_error"`
}

type schedule struct {
	MaxLive   *int      `json:"max_live,omitzero"`
	Starts    *[]string `json:"starts,omitzero"`
	Trace     *[]string `json:"trace,omitzero"`
	TraceMode string    `json:"trace_mode,omitzero"`
}

// programFixtures are what all programs of a file share.
type programFixtures struct {
	tools []ProgramTool
	files map[string]string
}

func programSuite(file []byte) ([]vectorCase, error) {
	file = decidedNames(file)
	lists, cases, err := openFile(file, "programs", "tools")
	if err != nil {
		return nil, err
	}
	var shared struct {
		Files map[string]string `json:"files"`
	}
	if err := json.Unmarshal(file, &shared, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, err
	}
	f := programFixtures{files: shared.Files}
	for _, raw := range lists["tools"] {
		t, err := decode[programTool](raw)
		if err != nil {
			return nil, err
		}
		f.tools = append(f.tools, ProgramTool{t.Name, t.Safe, t.Parameters.value, t.Output.value})
	}
	return append(cases, each(lists["programs"], func(c programCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: func(d Driver) error {
			got, err := d.RunProgram(f.program(c))
			if err != nil {
				return err
			}
			return c.Expected.compareAny(got)
		}}, c.Expected.check()
	})...), nil
}

func (f programFixtures) program(c programCase) Program {
	p := Program{Code: c.Program, Files: f.files, Config: c.Config}
	for _, t := range f.tools {
		if c.Config.OnlyTools == nil || slices.Contains(c.Config.OnlyTools, t.Name) {
			p.Tools = append(p.Tools, t)
		}
	}
	return p
}

func (w *programExpect) check() error {
	if err := (field{"kind", w.Kind, []string{"ok", "failed"}}).check(); err != nil {
		return err
	}
	for i := range w.Alternatives {
		if err := w.Alternatives[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// compareAny accepts the expectation or one of its alternatives, which are
// whole.
func (w *programExpect) compareAny(got ProgramOutcome) error {
	first := w.compare(got)
	if first == nil {
		return nil
	}
	for i := range w.Alternatives {
		if w.Alternatives[i].compare(got) == nil {
			return nil
		}
	}
	if len(w.Alternatives) > 0 {
		return fmt.Errorf("%w\nand none of %d alternatives", first, len(w.Alternatives))
	}
	return first
}

func (w *programExpect) compare(got ProgramOutcome) error {
	var wrong mismatches
	wrong.add("kind", kindWord(got.IsError), w.Kind)
	logs := got.Logs
	if got.IsError {
		kind, message, captured := failureParts(got.Message)
		logs = captured
		w.compareFailure(&wrong, got, kind, message)
		w.compareSize(&wrong, message, logs)
	} else {
		w.compareResult(&wrong, got)
	}
	w.compareLogs(&wrong, logs, got.IsError)
	w.compareText(&wrong, got)
	w.compareCalls(&wrong, got)
	w.compareSchedule(&wrong, got)
	return wrong.err()
}

func kindWord(isError bool) string {
	if isError {
		return "failed"
	}
	return "ok"
}

var failedRun = regexp.MustCompile(`(?s)^code run failed \(([a-z-]+)\): (.*)$`)

const capturedLead = "\nCaptured output:\n"

// failureParts takes the structured message of a failed run apart. Entries that
// hold line breaks come out as several.
func failureParts(text string) (kind, message string, logs []string) {
	m := failedRun.FindStringSubmatch(text)
	if m == nil {
		return "", text, nil
	}
	message, captured, found := strings.Cut(m[2], capturedLead)
	if found {
		logs = strings.Split(captured, "\n")
	}
	return m[1], message, logs
}

func (w *programExpect) compareFailure(
	wrong *mismatches,
	got ProgramOutcome,
	kind, message string,
) {
	wrong.add("code", got.Code, "CODE_RUN_FAILED")
	kinds := w.FailureKinds
	if w.FailureKind != "" {
		kinds = append(slices.Clone(kinds), w.FailureKind)
	}
	if len(kinds) > 0 && !slices.Contains(kinds, kind) {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("failure kind is %q (%s), want one of %q", kind, message, kinds),
		)
	}
	expect(wrong, "message", message, w.Message)
	for _, part := range w.MessageContains {
		if !strings.Contains(message, part) {
			wrong.lines = append(wrong.lines, fmt.Sprintf("message is %q, want one with %q", message, part))
		}
	}
	for _, part := range w.MessageNotContains {
		if strings.Contains(message, part) {
			wrong.lines = append(
				wrong.lines,
				fmt.Sprintf("message is %q, want one without %q", message, part),
			)
		}
	}
}

// compareSize bounds what a failed run put out.
func (w *programExpect) compareSize(wrong *mismatches, message string, logs []string) {
	if w.MaxOutput == nil {
		return
	}
	size := len(jsonText(message)) + len("[]")
	for i, entry := range logs {
		size += len(jsonText(entry))
		if i > 0 {
			size++
		}
	}
	if size > *w.MaxOutput {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("message and logs have %d bytes, want at most %d", size, *w.MaxOutput),
		)
	}
}

func jsonText(s string) []byte {
	text, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		return []byte(s)
	}
	return text
}

func (w *programExpect) compareResult(wrong *mismatches, got ProgramOutcome) {
	if w.ResultAbsent {
		wrong.add("result", got.Result, "")
	}
	if !w.Result.set && w.ResultLen == nil && w.ResultDepth == nil {
		return
	}
	v, err := parseTree(got.Result)
	if err != nil {
		wrong.lines = append(wrong.lines, fmt.Sprintf("result is %.200q: %v", got.Result, err))
		return
	}
	if w.Result.set && !sameDoubles(v, w.Result.value) {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("result is %.500s, want %.500s", got.Result, textOf(w.Result.value)),
		)
	}
	list, _ := v.([]any)
	expect(wrong, "result_len", len(list), w.ResultLen)
	expect(wrong, "result_depth", listDepth(v), w.ResultDepth)
}

// listDepth counts lists of one item around a value.
func listDepth(v any) (depth int) {
	for {
		list, ok := v.([]any)
		if !ok {
			return depth
		}
		depth++
		if len(list) != 1 {
			return depth
		}
		v = list[0]
	}
}

// sameDoubles compares trees as a program sees them: numbers are doubles.
func sameDoubles(a, b any) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && double(a) == double(b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, sameDoubles)
	case *Object:
		b, ok := b.(*Object)
		if !ok || len(a.Members) != len(b.Members) {
			return false
		}
		for _, m := range a.Members {
			if other, ok := b.Get(m.Name); !ok || !sameDoubles(m.Value, other) {
				return false
			}
		}
		return true
	}
	return a == b
}

func double(n Number) float64 {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return math.NaN()
	}
	return f
}
