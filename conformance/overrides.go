package conformance

import (
	"bytes"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This file is the whole list of places where the port decided otherwise than
// the original, whose recorded behaviour the vector files hold. Each entry is a
// rule about what a case does, named by the decision; none names a case. What a
// case recommends itself (goRecommended, recommended) is applied after these.

// override changes the expectation of every call to which it applies.
type override struct {
	decision string
	applies  func(s *Scenario, w *callExpect) bool
	change   func(s *Scenario, w *callExpect)
}

func callOverrides() []override {
	return []override{
		{"U1: a denial without a reason denies", deniesWithoutReason, toDenial},
		{"panics: a recovered panic is a coded failure", failsByPanic, toPanic},
		{"U2: a second delegation re-runs everything inside", delegatesTwice, rerunInner},
		{"U4: contexts of a discarded attempt are discarded", repeatsContext, dropRepeated},
		{"U3: the cancellation code depends on whether a body was entered", abortedAfterBody, toAborted},
		{"U5: contexts deferred by a body survive later failures", losesContext, keepContext},
		{"R39: numbers are exact", hasNumbers, keepDigits},
		{
			"R67: a budget beyond the host's timers is refused in the port's words",
			hasLongBudget,
			openRefusal,
		},
		{
			"open texts: the rules do not fix these words",
			hasOpenText,
			func(_ *Scenario, w *callExpect) { w.openText = true },
		},
	}
}

// decided applies the overrides to an expectation.
func decided(s *Scenario, w *callExpect) {
	for _, o := range callOverrides() {
		if o.applies(s, w) {
			o.change(s, w)
		}
	}
}

func text(s string) *string { return &s }

func (w *callExpect) fail(code, name, message string) {
	w.IsError, w.Message = true, text(message)
	w.Code, w.ErrorName = nil, nil
	if code != "" {
		w.Code, w.ErrorName = text(code), text(name)
	}
	w.Value, w.ConcludesTurn = tree{}, false
}

func (w *callExpect) ran(stage string) bool { return slices.Contains(w.Trace, stage) }

// --- U1

func deniesWithoutReason(s *Scenario, w *callExpect) bool {
	return s.Pre == "deny-noreason" && w.ran("pre")
}

func toDenial(s *Scenario, w *callExpect) {
	w.fail("", "", "")
	w.Content, w.Contexts, w.Meta = []string{"Error: "}, []string{}, tree{}
	w.Trace = []string{"pre"}
	if s.Post != "" {
		w.Trace = append(w.Trace, "post:error")
	}
	if s.Finalize != "" {
		w.Trace = append(w.Trace, "finalize:error")
	}
	w.Trace = append(w.Trace, "result")
}

// --- panics

// panicText is what the panicking fixture of a scenario prints, empty if none
// panics. Fixtures whose Go signature has no error panic where they fail.
func panicText(s *Scenario) []string {
	var texts []string
	if s.Guard == "throw" {
		texts = append(texts, "guard broke")
	}
	switch s.Body {
	case "throw-text":
		texts = append(texts, "plain text")
	case "throw-record":
		texts = append(texts, "record message")
	case "throw-opaque":
		texts = append(texts, s.Texts.Failure)
	}
	return texts
}

func failsByPanic(s *Scenario, w *callExpect) bool {
	return w.IsError && w.Code == nil && slices.Contains(panicText(s), deref(w.Message))
}

func toPanic(_ *Scenario, w *callExpect) {
	w.Code, w.ErrorName = text("TOOL_PANIC"), text("ToolPanicError")
}

// --- U2, U4

// inner returns the wrappers inside the retrying one.
func inner(s *Scenario) []string {
	i := slices.Index(s.Wrapper, "retry-once")
	if i < 0 {
		return nil
	}
	return s.Wrapper[i+1:]
}

func delegatesTwice(s *Scenario, w *callExpect) bool {
	bodies := 0
	for _, stage := range w.Trace {
		if stage == "body" {
			bodies++
		}
	}
	return len(inner(s)) > 0 && (bodies == 2 || bodies == 1 && s.AbortAt == "between-attempts")
}

func rerunInner(s *Scenario, w *callExpect) {
	again := make([]string, 0, len(inner(s)))
	for _, name := range inner(s) {
		again = append(again, "wrap:"+name)
	}
	at := slices.Index(w.Trace, "body") + 1
	w.Trace = slices.Insert(slices.Clone(w.Trace), at, again...)
	if slices.Contains(inner(s), "add-context") && !slices.Contains(w.Contexts, "wrap") &&
		w.Contexts != nil {
		at := slices.Index(w.Contexts, "post")
		if at < 0 {
			at = len(w.Contexts)
		}
		w.Contexts = slices.Insert(slices.Clone(w.Contexts), at, "wrap")
	}
}

func repeatsContext(s *Scenario, w *callExpect) bool {
	return s.has("retry-once") && slices.Contains(w.Contexts, "tool")
}

func dropRepeated(_ *Scenario, w *callExpect) {
	first := slices.Index(w.Contexts, "tool")
	rest := slices.DeleteFunc(
		slices.Clone(w.Contexts[first+1:]),
		func(c string) bool { return c == "tool" },
	)
	w.Contexts = slices.Concat(w.Contexts[:first+1], rest)
}

// --- U3

func abortedAfterBody(_ *Scenario, w *callExpect) bool {
	return deref(w.Code) == "ABORTED_BEFORE_DISPATCH" && w.ran("body")
}

func toAborted(_ *Scenario, w *callExpect) {
	before := deref(w.Message)
	w.fail("ABORTED", "AbortError", "tool call aborted")
	if slices.Equal(w.Content, []string{"Error: " + before}) {
		w.Content = []string{"Error: tool call aborted"}
	}
}

// --- U5

func losesContext(s *Scenario, w *callExpect) bool {
	blocked := strings.HasPrefix(s.Post, "block") && (w.ran("post:ok") || w.ran("post:error"))
	return s.Defer && w.IsError && w.ran("body") && !blocked && !slices.Contains(w.Contexts, "tool")
}

func keepContext(_ *Scenario, w *callExpect) {
	w.Contexts = slices.Concat([]string{"tool"}, w.Contexts)
}

// --- R67

func hasLongBudget(s *Scenario, w *callExpect) bool {
	return s.TimeoutPolicy && s.TimeoutMs > math.MaxInt32 && w.IsError && w.Code == nil
}

func openRefusal(_ *Scenario, w *callExpect) { w.openText, w.openCode = true, true }

// --- open texts

// hasOpenText tells the messages that the rules describe without giving their
// words (R64): a contradictory post decision, and a block without feedback.
func hasOpenText(s *Scenario, w *callExpect) bool {
	return (s.Post == "both" || s.Post == "block-empty") && w.IsError && w.Code == nil &&
		!slices.Contains(fixedTexts(), deref(w.Message))
}

// --- R39: numbers are exact

// exactLiterals is what violates an enum or a constant when numbers keep every
// digit: the original rounded both sides to float64 and found them equal.
func exactLiterals(schema, value any, root string, recorded []fileViolation) []fileViolation {
	n, isNumber := value.(Number)
	node, isNode := schema.(*Object)
	if !isNumber || !isNode || len(recorded) > 0 {
		return recorded
	}
	if root == "" {
		root = "arguments"
	}
	if members, ok := node.Get("enum"); ok {
		list, _ := members.([]any)
		if !slices.ContainsFunc(list, func(m any) bool { return sameTree(m, n, false) }) {
			return []fileViolation{{Path: root, Kind: "enum"}}
		}
	}
	if c, ok := node.Get("const"); ok && !sameTree(c, n, false) {
		return []fileViolation{{Path: root, Kind: "const"}}
	}
	return recorded
}

func hasNumbers(s *Scenario, _ *callExpect) bool { return s.Args.set }

// keepDigits puts the digits of the arguments back wherever they show.
func keepDigits(s *Scenario, w *callExpect) {
	w.Content = slices.Clone(w.Content)
	for i := range w.Content {
		w.Content[i] = exactDigits(s.Args.value, w.Content[i])
	}
	if w.Message != nil {
		w.Message = text(exactDigits(s.Args.value, *w.Message))
	}
	if value, ok := w.Value.value.(string); ok {
		w.Value.value = exactDigits(s.Args.value, value)
	}
}

// exactDigits puts the digits back that the original lost in the numbers of a
// value, where the text shows them.
func exactDigits(value any, recorded string) string {
	eachNumber(value, func(n Number) {
		f, err := strconv.ParseFloat(string(n), 64)
		exact, ok := new(big.Int).SetString(string(n), 10)
		if err != nil || !ok {
			return
		}
		rounded, accuracy := new(big.Float).SetFloat64(f).Int(nil)
		if accuracy == big.Exact && rounded.Cmp(exact) != 0 {
			short := strconv.FormatFloat(f, 'f', -1, 64)
			recorded = strings.ReplaceAll(recorded, short, exact.String())
		}
	})
	return recorded
}

// eachNumber visits the literals of a schema.
func eachNumber(v any, visit func(Number)) {
	switch v := v.(type) {
	case Number:
		visit(v)
	case []any:
		for _, item := range v {
			eachNumber(item, visit)
		}
	case *Object:
		for _, m := range v.Members {
			eachNumber(m.Value, visit)
		}
	}
}

// --- caps in UTF-16 units are caps in code points

// decidedRead is what a read expects under the decisions: what the case
// recommends, and then lines measured in code points.
func (c readCase) decidedRead() readExpect {
	w := c.Expect
	if r := c.Recommended; r != nil {
		w.recommend(r)
	}
	if line, ok := c.cappedFirstLine(); ok {
		w.FirstLine = &readLine{Text: &line}
		w.Value, w.Rendered = tree{}, nil
	}
	return w
}

func (w *readExpect) recommend(r *readRecommend) {
	first := r.FirstLineText
	if first == nil {
		first = r.Line1
	}
	if first != nil {
		w.FirstLine = &readLine{Text: first}
		w.Value, w.Rendered = tree{}, nil
	}
	if r.Value.set {
		w.Value = r.Value
	}
	if r.Rendered != nil {
		w.Rendered = r.Rendered
	}
	if r.Error != nil {
		w.Error = r.Error
	}
	set(&w.LineCount, ptr(r.LineCount))
	set(&w.TotalLines, ptr(r.TotalLines))
	set(&w.Footer, ptr(r.Footer))
}

// ptr wraps a pointer that was given, so that set replaces by it.
func ptr[T any](p *T) **T {
	if p == nil {
		return nil
	}
	return &p
}

// cappedFirstLine is the first line as it is shown, where it holds characters
// that UTF-16 counts twice and a cap is configured.
func (c readCase) cappedFirstLine() (string, bool) {
	limit := c.Config.MaxLineLength
	if c.Content == nil || limit == 0 {
		return "", false
	}
	line, _, _ := strings.Cut(*c.Content, "\n")
	line = strings.TrimSuffix(line, "\r")
	runes := []rune(line)
	if !slices.ContainsFunc(runes, func(r rune) bool { return r > 0xffff }) {
		return "", false
	}
	if len(runes) <= limit {
		return line, true
	}
	return string(runes[:limit]) + "... (line truncated to " + strconv.Itoa(limit) + " chars)", true
}

// --- R3: tool names

// decidedNames renames the fixture whose name the port refuses at registration,
// wherever a file mentions it. The other name still needs quotes in a program.
func decidedNames(file []byte) []byte {
	return bytes.ReplaceAll(file, []byte("my-mcp.tool"), []byte("my-mcp-tool"))
}
