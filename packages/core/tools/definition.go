package tools

import (
	"context"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// ReservedName is the name of the program transport. Any scope may mount the
// executor that owns it, so no tool may take it (R3).
const ReservedName = "run_code"

// MaxNameLength is the longest tool name, in bytes, that providers accept.
const MaxNameLength = 64

// Definition is one tool in its raw form (R1): JSON in, JSON out. Most tools
// are written with [Define] or [DefineSchema], which return a Definition. It is
// taken by value and must not be changed after it was registered.
type Definition struct {
	// Name is 1 to 64 letters, digits, '_' or '-'.
	Name string
	// Description is what the model reads about the tool.
	Description string
	// Parameters is the JSON Schema of the arguments. Absent or null means no
	// parameters; anything else must be a JSON object. A raw definition may use any
	// JSON Schema; it is shown to the model and enforced only by Arguments (R16).
	Parameters jsonvalue.Value
	// Arguments checks the arguments before the body; nil checks nothing.
	Arguments ArgumentChecker
	// Output is the contract of the value that the body returns. Mandatory.
	Output Output
	// Execute is the body. It returns the canonical value: anything that
	// [jsonvalue.From] accepts. It must observe ctx and may return only when
	// the work it started has stopped (R2). Mandatory.
	Execute func(ctx context.Context, x *Exec) (any, error)
	// ProjectContent returns content prepared during execution, which replaces
	// the rendered content of a success before post policy (R70). Nil content
	// keeps the rendered one.
	ProjectContent func(ctx context.Context, x *Exec, v jsonvalue.Value) (llm.Content, error)
	// FinalizeContent may replace the content of any outcome, after all
	// policy. Nil content keeps it. Its failure replaces the outcome (R65).
	FinalizeContent func(c *Call, r *Result) (llm.Content, error)
	// Timeout declares a budget; zero declares none. Only package
	// policy/timeout enforces it (R11).
	Timeout time.Duration
	// ConcurrencySafe reports whether a call with these arguments may overlap
	// any other such call. Nil means never. Pure and quick (R78).
	ConcurrencySafe func(args jsonvalue.Value) bool
	// PresentCall and PresentResult return cards for people; nil means the
	// generic card. Pure functions of their arguments (R98).
	PresentCall   func(args jsonvalue.Value) CallView
	PresentResult func(args jsonvalue.Value, r Presented) ResultView
	// DeferLoading asks the provider to load the declaration late (R12).
	DeferLoading bool
	// FindsDeferred: the tool finds those that are loaded late, and says how to
	// call them. Where it is declared, executors need not declare them; see
	// [Describe.Listed].
	FindsDeferred bool
	// Traits says what the tool does to the world.
	Traits Traits
	// Types returns what programs are shown as the types of the arguments and of the
	// value, made for level 1 (see package tstypes), for a tool whose schemas say more
	// than the enforced subset can; an empty text leaves it to the schemas. It is
	// called once, when the types are needed; nil leaves both to the schemas.
	Types func() (arguments, value string)

	typed typedTool
}

// Output is the contract of a tool's value (R1). Schema and Render are
// mandatory.
type Output struct {
	// Schema is in the enforced subset (R30) and may have any root.
	Schema jsonvalue.Value
	// Render turns a valid value into what the model reads.
	Render func(args, value jsonvalue.Value) (llm.Content, error)
	// PresentationMeta computes metadata for cards, recorded with the result of
	// direct calls (R66). An absent value means none.
	PresentationMeta func(args, value jsonvalue.Value) (jsonvalue.Value, error)

	compiled *schema.Schema // of Schema, where it is known already
}

// compile returns the compiled schema.
func (o *Output) compile() (*schema.Schema, error) {
	if o.compiled != nil && o.compiled.Value().Equal(o.Schema) {
		return o.compiled, nil
	}
	return schema.Compile(o.Schema)
}

// ArgumentChecker validates arguments against a schema. [schema.Schema] is one
// for the enforced subset; module json-schema-full has one for all of JSON
// Schema. It returns the violations in order, none for valid arguments.
type ArgumentChecker interface {
	CheckArguments(args jsonvalue.Value) []schema.Violation
}

// Traits are hints about a tool's effects, for policies, MCP annotations and
// people. The zero value claims nothing.
type Traits struct {
	// ReadOnly: the tool changes nothing.
	ReadOnly bool `json:"readOnly,omitempty"`
	// Destructive: the tool may delete or overwrite.
	Destructive bool `json:"destructive,omitempty"`
	// Idempotent: running it again with the same arguments changes nothing more.
	Idempotent bool `json:"idempotent,omitempty"`
	// OpenWorld: the tool reaches things outside the machine or workspace.
	OpenWorld bool `json:"openWorld,omitempty"`
}

// Budget turns a budget in milliseconds, as wire formats and configuration
// write it, into a [Definition]'s Timeout. It must be positive and finite (R3).
func Budget(ms float64) (time.Duration, error) {
	if !(ms > 0) || math.IsInf(ms, 0) {
		return 0, refuse(CodeBadDefinition, "timeoutMs must be a positive finite number, not %v", ms)
	}
	if ms >= float64(math.MaxInt64/time.Millisecond) {
		return math.MaxInt64, nil
	}
	return max(time.Duration(ms*float64(time.Millisecond)), 1), nil
}

// check refuses what registration must not retain, in the order of R3, and
// returns the compiled output schema.
func (d *Definition) check() (*schema.Schema, error) {
	if d.Output.Render == nil && d.typed == nil {
		return nil, refuse(CodeBadDefinition,
			"tool %q: output must have schema, render and optionally presentationMeta: render is missing", d.Name)
	}
	if d.Execute == nil && d.typed == nil {
		return nil, refuse(CodeBadDefinition, "tool %q: execute is missing", d.Name)
	}
	out, err := d.Output.compile()
	if err != nil {
		return nil, fmt.Errorf("tool %q: output: %w", d.Name, err)
	}
	if !utf8.ValidString(d.Description) {
		return nil, refuse(CodeBadDefinition, "tool %q: its description is not UTF-8 text", d.Name)
	}
	if d.Timeout < 0 {
		return nil, refuse(CodeBadDefinition,
			"tool %q: timeoutMs must be a positive finite number, not %v", d.Name, d.Timeout)
	}
	if err := d.checkParameters(); err != nil {
		return nil, err
	}
	return out, checkName(d.Name)
}

// checkParameters refuses what no provider takes as a tool's parameters: models
// would be told of it, and each request fail.
func (d *Definition) checkParameters() error {
	switch p := d.Parameters; p.Kind() {
	case jsonvalue.KindAbsent, jsonvalue.KindNull, jsonvalue.KindObject:
		return nil
	default:
		return refuse(CodeBadDefinition,
			"tool %q: parameters must be a JSON Schema object, not %s", echo(d.Name), echo(p.Text()))
	}
}

func checkName(name string) error {
	if name == "" {
		return refuse(CodeBadName, "tool name is empty: give it 1 to %d letters, digits, '_' or '-'", MaxNameLength)
	}
	if name == ReservedName {
		return refuse(CodeBadName, "tool name %q is reserved for the program transport: choose another", name)
	}
	if len(name) > MaxNameLength {
		return refuse(CodeBadName, "tool name %q has %d bytes: at most %d are allowed",
			name[:MaxNameLength], len(name), MaxNameLength)
	}
	for i := range len(name) {
		if c := name[i]; !isNameByte(c) {
			return refuse(CodeBadName,
				"tool name %q: character %q at byte %d is not a letter, digit, '_' or '-'", name, c, i)
		}
	}
	return nil
}

func isNameByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
