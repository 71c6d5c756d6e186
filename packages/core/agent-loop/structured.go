package agentloop

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// StructuredTool is the name of the tool through which a sub-agent delivers a
// value (§20).
const StructuredTool = "structured_output"

// form collects the value that a task's schema asks for. One call of
// [StructuredTool] stages it; it counts when the authoritative result of that
// call, or of the program that made it, is a success. A nil form asks for
// nothing.
type form struct {
	schema *schema.Schema

	mu       sync.Mutex
	staged   jsonvalue.Value
	by       tools.Token // the call that staged it
	root     string      // the id of the outermost call around it
	captured bool
}

func newForm(raw jsonvalue.Value) (*form, error) {
	if raw.IsAbsent() {
		return nil, nil
	}
	compiled, err := schema.Compile(raw)
	if err != nil {
		return nil, unsupported(err)
	}
	if root, _ := raw.Get("type"); root.Text() != `"object"` {
		return nil, unsupported(errors.New(
			`schema.type must be "object" (structured output is object-rooted)`))
	}
	return &form{schema: compiled}, nil
}

func unsupported(err error) error {
	reasons := err.Error()
	if bad, ok := errors.AsType[*schema.Error](err); ok {
		reasons = schema.Join(bad.Violations)
	}
	return &Error{Code: CodeSchema, Message: "unsupported JSON schema: " + reasons}
}

// install registers tool, guard and observer in the sub-agent's own scope. A
// sub-agent without a form of its own must not see that of an agent above it.
func (f *form) install(a *agent.Agent, registry *tools.Registry) error {
	if f == nil {
		if _, inherited := registry.Get(StructuredTool, a.Key(), nil); !inherited {
			return nil
		}
		_, err := registry.Restrict(a.Scope(), tools.Restriction{Deny: []string{StructuredTool}})
		return err
	}
	if _, err := registry.Register(a.Scope(), f.definition()); err != nil {
		return err
	}
	own := a.Identity().Key
	_, err := registry.Guard(a.Scope(), func(c *tools.Call) (string, bool) {
		if c.Agent().Key != own || !f.isTaken() {
			return "", false
		}
		return fmt.Sprintf("structured output already recorded: the run is complete, so `%s` is not executed", c.Name()), true
	})
	if err != nil {
		return err
	}
	return registry.Events.Result.On(a.Scope(), func(_ context.Context, o *tools.Outcome) error {
		if o.Call.Agent().Key == own {
			f.settle(o)
		}
		return nil
	})
}

type receipt struct {
	Recorded bool `json:"recorded"`
}

func (f *form) definition() tools.Definition {
	return tools.Definition{
		Name: StructuredTool,
		Description: "Delivers the result of the task and ends it. " +
			"Call it once, when the work is done, with the complete result as arguments.",
		Parameters: f.schema.Value(), Arguments: f.schema,
		Output: tools.Output{
			Schema: receiptSchema,
			Render: func(_, _ jsonvalue.Value) (llm.Content, error) {
				return llm.TextContent("Recorded."), nil
			},
		},
		Execute: func(_ context.Context, x *tools.Exec) (any, error) {
			if !f.stage(x.Call) {
				return nil, errors.New("structured output already recorded")
			}
			x.ConcludeTurn()
			return jsonvalue.Marshal(receipt{true})
		},
	}
}

var receiptSchema = jsonvalue.NewObject(
	jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")},
	jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(jsonvalue.Member{
		Name:  "recorded",
		Value: jsonvalue.NewObject(jsonvalue.Member{Name: "type", Value: jsonvalue.String("boolean")}),
	})},
	jsonvalue.Member{Name: "required", Value: jsonvalue.Array(jsonvalue.String("recorded"))},
	jsonvalue.Member{Name: "additionalProperties", Value: jsonvalue.Bool(false)},
)

func (f *form) stage(c *tools.Call) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.staged.IsAbsent() {
		return false
	}
	f.staged, f.by, f.root = c.Arguments(), c.Token(), c.RootID()
	return true
}

func (f *form) isTaken() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.staged.IsAbsent()
}

// settle captures or takes back what was staged. A staging call that failed itself
// takes it back at once; otherwise the outermost call decides.
func (f *form) settle(o *tools.Outcome) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.captured || f.staged.IsAbsent() || o.Call.RootID() != f.root {
		return
	}
	switch direct := !o.Call.Nested(); {
	case direct && !o.Result.IsError():
		f.captured = true
	case direct, o.Call.Token() == f.by && o.Result.IsError():
		f.staged, f.by, f.root = jsonvalue.Value{}, tools.Token{}, ""
	}
}

// sections is the guidance about the tool.
func (f *form) sections() []tools.Section {
	if f == nil {
		return nil
	}
	return []tools.Section{{Name: "loop:structured-output", Order: 190, Text: "Your answer is the one call of `" +
		StructuredTool + "`: only its arguments are taken as the result of this task, and text is not. " +
		"When the arguments are refused, mend them and call it again. Make no other call in the same answer."}}
}

// longestDiagnostic is the size of a diagnostic in bytes.
const longestDiagnostic = 4096

// report says what came of a run.
func (f *form) report(o Outcome) Report {
	r := Report{Output: o.Text, StopReason: o.Reason, Usage: o.Usage, Steps: o.Steps}
	if o.Reason != session.EndCompleted {
		r.Diagnostic = diagnostic(o)
		return r
	}
	if f == nil {
		return r
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.captured {
		r.Structured = f.staged
		return r
	}
	r.StopReason = session.EndError
	r.Diagnostic = "the run completed without delivering a structured result"
	return r
}

// diagnostic names the ending and the code of its cause. The cause's text could
// quote what the sub-agent was given.
func diagnostic(o Outcome) string {
	text := "the run ended as " + string(o.Reason)
	var coded interface{ ErrorCode() string }
	switch {
	case errors.As(o.Err, &coded):
		text += ": " + coded.ErrorCode()
	case llm.CodeOf(o.Err) != "":
		text += ": " + string(llm.CodeOf(o.Err))
	}
	return text[:min(len(text), longestDiagnostic)]
}
