package conformance

import (
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Scenario is one call through the pipeline: which fixtures take part and what
// each of them does. The fixture tool is named [ProbeName]; it has one required
// integer parameter n, its output is a string, its body returns "v" and n, and
// its renderer returns "R:" and the value. Empty fields mean that the fixture
// does not take part. The words are those of the file format.
type Scenario struct {
	// Tool "unknown" leaves the probe unregistered.
	Tool string `json:"tool,omitzero"`
	// Untyped registers the probe without argument validation.
	Typed *bool `json:"typed,omitzero"`
	// Args are the call's arguments; unset means {"n":1}.
	Args tree `json:"args,omitzero"`
	// Agent gives the call an agent with an open turn.
	Agent bool `json:"agent,omitzero"`
	// Nested makes another call's execution issue this one.
	Nested bool `json:"nested,omitzero"`
	// Signal "pre-aborted" cancels the caller before the call.
	Signal string `json:"signal,omitzero"`
	// AbortAt is the handler in which the caller cancels.
	AbortAt string `json:"abortAt,omitzero"`
	// Pre is the answer of one tools/pre-execute listener.
	Pre string `json:"pre,omitzero"`
	// Approval is the approval service, or the answer of its one answerer.
	Approval string `json:"approval,omitzero"`
	// Guard is the answer of one guard.
	Guard string `json:"guard,omitzero"`
	// Wrapper lists tools/execute listeners in registration order.
	Wrapper words `json:"wrapper,omitzero"`
	// Body is what the body does.
	Body string `json:"body,omitzero"`
	// Defer makes the body defer one context labelled "tool".
	Defer bool `json:"defer,omitzero"`
	// Conclude makes the body end the turn.
	Conclude bool `json:"conclude,omitzero"`
	// Render and Meta are what the projectors do.
	Render string `json:"render,omitzero"`
	Meta   string `json:"meta,omitzero"`
	// TimeoutMs is the declared budget; zero declares none.
	TimeoutMs int64 `json:"timeoutMs,omitzero"`
	// TimeoutPolicy mounts the policy that enforces budgets.
	TimeoutPolicy bool `json:"timeoutPolicy,omitzero"`
	// Post is the answer of one tools/post-execute listener.
	Post string `json:"post,omitzero"`
	// PostContext makes that listener add one context labelled "post".
	PostContext bool `json:"postContext,omitzero"`
	// WrapperContext makes short-success add a context labelled "wrap".
	WrapperContext bool `json:"wrapperContext,omitzero"`
	// Finalize is what the probe's finalizer does.
	Finalize string `json:"finalize,omitzero"`
	// PreUnregisters makes a pre listener remove the probe.
	PreUnregisters bool `json:"preUnregisters,omitzero"`
	// Observer "throw" adds a tools/result observer that fails.
	Observer string `json:"observer,omitzero"`

	// PolicyInside mounts the timeout policy as the innermost wrapper; the
	// format leaves its place among the wrappers open.
	PolicyInside bool `json:"-"`
	// Texts are what the fixtures say where the format does not say it.
	Texts Texts `json:"-"`
}

// ProbeName is the name of the fixture tool.
const ProbeName = "probe"

// Texts are the words of fixtures that the format leaves open. The runner takes
// them from what a case expects, since they are input and not behaviour.
type Texts struct {
	// Failure is the message of the failing fixture whose text is not fixed, Name
	// the class of a failure made by a wrapper.
	Failure, Name string
	// Content is the content of the fixture whose content is not fixed.
	Content []string
}

// Arguments returns the call's arguments.
func (s *Scenario) Arguments() any {
	if !s.Args.set {
		return &Object{Members: []Member{{Name: "n", Value: Number("1")}}}
	}
	return s.Args.value
}

// IsTyped reports whether the probe validates its arguments.
func (s *Scenario) IsTyped() bool { return s.Typed == nil || *s.Typed }

// instrumented leaves out of a trace the stages of fixtures that take part only
// because another field needs them: the format does not say whether such a
// fixture is instrumented.
func (s *Scenario) instrumented(trace []string) []string {
	implied := map[string]bool{
		"pre":      s.Pre == "",
		"post":     s.Post == "",
		"approval": s.Approval == "service-throws" || s.Approval == "answerer-throws",
	}
	return slices.DeleteFunc(slices.Clone(trace), func(stage string) bool {
		name, _, _ := strings.Cut(stage, ":")
		return implied[name]
	})
}

// has reports whether one of the wrappers is of this kind.
func (s *Scenario) has(wrapper string) bool { return slices.Contains(s.Wrapper, wrapper) }

// vocabulary lists the words that each field may hold.
func (s *Scenario) vocabulary() []field {
	outcomes := []string{"allowed-once", "rejected", "cancelled", "unavailable"}
	return []field{
		{"tool", s.Tool, []string{"unknown"}},
		{"signal", s.Signal, []string{"pre-aborted"}},
		{"abortAt", s.AbortAt, []string{
			"pre", "approval", "wrapper-before", "body", "wrapper-after", "post", "between-attempts",
		}},
		{"pre", s.Pre, []string{
			"next", "allow", "deny", "deny-empty", "deny-noreason", "ask", "ask-bare", "throw", "throw-coded",
		}},
		{"approval", s.Approval, append(outcomes,
			"no-answerer", "answerer-throws", "policy-never", "service-throws")},
		{"guard", s.Guard, []string{"abstain", "deny", "throw"}},
		{"body", s.Body, []string{
			"return", "throw", "throw-coded", "throw-text", "throw-record", "throw-opaque", "throw-hostile",
			"throw-once", "wrong-type", "lossy", "hang-until-abort", "hang-until-abort-throw", "unregister-self",
		}},
		{"render", s.Render, []string{"throw", "lossy"}},
		{"meta", s.Meta, []string{"ok", "throw", "lossy"}},
		{"post", s.Post, []string{
			"next", "accept", "content", "value", "value-invalid", "both", "block", "block-two", "block-empty",
			"throw", "throw-coded", "unregister-then-value",
		}},
		{"finalize", s.Finalize, []string{"undefined", "replace", "throw", "lossy"}},
		{"observer", s.Observer, []string{"throw"}},
	}
}

var wrapperWords = []string{
	"pass", "short-success", "short-success-badvalue", "short-failure", "throw", "throw-coded", "throw-after",
	"edit-content", "add-context", "replace-aborted", "own-abort-in-body", "retry-once", "fallback",
}

// check refuses words that the format does not list, so that no case passes
// by being misread.
func (s *Scenario) check() error {
	for _, f := range s.vocabulary() {
		if err := f.check(); err != nil {
			return err
		}
	}
	for _, w := range s.Wrapper {
		if err := (field{"wrapper", w, wrapperWords}).check(); err != nil {
			return err
		}
	}
	if s.TimeoutMs < 0 {
		return fmt.Errorf("timeoutMs is %d: a declared budget is positive", s.TimeoutMs)
	}
	return nil
}

// field is one word of a scenario with the words that may stand there.
type field struct {
	name, word string
	words      []string
}

func (f field) check() error {
	if f.word == "" || slices.Contains(f.words, f.word) {
		return nil
	}
	return fmt.Errorf("unknown %s %q: the format lists %q", f.name, f.word, f.words)
}

// words is a word or a list of words.
type words []string

// UnmarshalJSONFrom accepts both forms.
func (w *words) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '[' {
		return json.UnmarshalDecode(d, (*[]string)(w))
	}
	var one string
	if err := json.UnmarshalDecode(d, &one); err != nil {
		return err
	}
	*w = words{one}
	return nil
}
