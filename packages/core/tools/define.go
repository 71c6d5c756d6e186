package tools

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// Tool is a tool with typed arguments and a typed value: one struct in, one
// struct out, one function. [Define] turns it into a [Definition]. Over the raw
// form it guarantees that
//   - Execute and every other function see arguments that satisfy the schema
//     inferred from In, decoded exactly (an overflow is a violation);
//   - the schemas, shown to the model and enforced, follow the types;
//   - invalid arguments answer "no card" and "not concurrency-safe" (R14).
type Tool[In, Out any] struct {
	Name        string
	Description string
	// Execute is the body; see [Definition.Execute]. Mandatory.
	Execute func(ctx context.Context, x *Exec, in In) (Out, error)
	// Render turns the value into what the model reads. Nil renders a string as
	// it is and anything else as JSON text.
	Render func(in In, out Out) llm.Content
	// Meta returns metadata for cards: anything [jsonvalue.Marshal] accepts, nil
	// for none.
	Meta func(in In, out Out) any
	// ConcurrencySafe reports whether the call may overlap others; nil: never.
	ConcurrencySafe func(in In) bool
	// PresentCall and PresentResult return cards; nil means the generic one.
	PresentCall   func(in In) CallView
	PresentResult func(in In, r Presented) ResultView
	// ProjectContent, FinalizeContent, Timeout, DeferLoading, FindsDeferred and
	// Traits are those of [Definition].
	ProjectContent  func(ctx context.Context, x *Exec, v jsonvalue.Value) (llm.Content, error)
	FinalizeContent func(c *Call, r *Result) (llm.Content, error)
	Timeout         time.Duration
	DeferLoading    bool
	FindsDeferred   bool
	Traits          Traits
	// Parameters and OutputSchema replace the inferred schemas where a tool
	// needs more than its types say. They must be in the enforced subset.
	Parameters   jsonvalue.Value
	OutputSchema jsonvalue.Value
}

// Define infers both schemas from the types (R27) and returns the definition.
// It fails, naming the field, for a type that the subset cannot express.
func Define[In, Out any](t Tool[In, Out]) (Definition, error) {
	if t.Execute == nil {
		return Definition{}, refuse(CodeBadDefinition, "define %q: execute is missing", t.Name)
	}
	if t.Timeout < 0 {
		return Definition{}, refuse(CodeBadDefinition,
			"define %q: timeoutMs must be a positive finite number, not %v", t.Name, t.Timeout)
	}
	params, err := parameters[In](t.Parameters)
	if err != nil {
		return Definition{}, fmt.Errorf("define %q: parameters: %w", t.Name, err)
	}
	output, err := outputSchema[Out](t.OutputSchema)
	if err != nil {
		return Definition{}, fmt.Errorf("define %q: output: %w", t.Name, err)
	}
	d := Definition{
		Name: t.Name, Description: t.Description,
		Parameters: params.Value(), Arguments: params, Output: Output{Schema: output.Value(), compiled: output},
		ProjectContent: t.ProjectContent, FinalizeContent: t.FinalizeContent,
		Timeout: t.Timeout, DeferLoading: t.DeferLoading, FindsDeferred: t.FindsDeferred, Traits: t.Traits,
		typed: &typed[In, Out]{
			tool: t, refs: hasReferences(reflect.TypeFor[In](), nil), in: jsonvalue.DecoderFor[In](),
		},
	}
	presenters(&d, t)
	return d, nil
}

func parameters[In any](given jsonvalue.Value) (*schema.Schema, error) {
	if !given.IsAbsent() {
		return schema.Compile(given)
	}
	return inferredInput[In]()
}

func outputSchema[Out any](given jsonvalue.Value) (*schema.Schema, error) {
	if !given.IsAbsent() {
		return schema.Compile(given)
	}
	return inferredOutput[Out]()
}

// presenters are given only where the tool has them: absence means something
// to hosts (R14).
func presenters[In, Out any](d *Definition, t Tool[In, Out]) {
	if t.PresentCall != nil {
		d.PresentCall = func(args jsonvalue.Value) CallView {
			var in In
			if args.Decode(&in) != nil {
				return nil
			}
			return t.PresentCall(in)
		}
	}
	if t.PresentResult != nil {
		d.PresentResult = func(args jsonvalue.Value, r Presented) ResultView {
			var in In
			if args.Decode(&in) != nil {
				return nil
			}
			return t.PresentResult(in, r)
		}
	}
}

// typedTool is a [Tool] without its type parameters. Arguments travel as *In,
// values as *Out.
type typedTool interface {
	decode(args jsonvalue.Value) (in any, err error)
	run(ctx context.Context, x *Exec, in any) (out any, err error)
	encode(out any) (jsonvalue.Value, error)
	decodeOut(v jsonvalue.Value) (out any, err error)
	// render gets the value too: it is what a tool without a renderer shows.
	render(in, out any, v jsonvalue.Value) (llm.Content, error)
	meta(in, out any) (jsonvalue.Value, error)
	classifies() bool
	safe(in any) bool
	shares() bool
}

type typed[In, Out any] struct {
	tool Tool[In, Out]
	refs bool
	in   jsonvalue.Decoder[In]
}

func (t *typed[In, Out]) decode(args jsonvalue.Value) (any, error) {
	in := new(In)
	if err := t.in.Decode(args, in); err != nil {
		if bad, ok := errors.AsType[*jsonvalue.Error](err); ok {
			return nil, fmt.Errorf("%q: %w", dotted(bad.Pointer), bad.Err)
		}
		return nil, err
	}
	return in, nil
}

func (t *typed[In, Out]) run(ctx context.Context, x *Exec, in any) (any, error) {
	out := new(Out)
	var err error
	*out, err = t.tool.Execute(ctx, x, *in.(*In))
	return out, err
}

func (t *typed[In, Out]) encode(out any) (jsonvalue.Value, error) {
	if s, ok := out.(*string); ok { // the commonest value needs no encoding
		return jsonvalue.NewString(*s)
	}
	return jsonvalue.Marshal(out)
}

func (t *typed[In, Out]) decodeOut(v jsonvalue.Value) (any, error) {
	out := new(Out)
	return out, v.Decode(out)
}

func (t *typed[In, Out]) render(in, out any, v jsonvalue.Value) (llm.Content, error) {
	if t.tool.Render != nil {
		return t.tool.Render(*in.(*In), *out.(*Out)), nil
	}
	return renderJSON(jsonvalue.Value{}, v)
}

func (t *typed[In, Out]) meta(in, out any) (jsonvalue.Value, error) {
	if t.tool.Meta == nil {
		return jsonvalue.Value{}, nil
	}
	m := t.tool.Meta(*in.(*In), *out.(*Out))
	if m == nil {
		return jsonvalue.Value{}, nil
	}
	return jsonvalue.Marshal(m)
}

func (t *typed[In, Out]) classifies() bool { return t.tool.ConcurrencySafe != nil }
func (t *typed[In, Out]) safe(in any) bool { return t.tool.ConcurrencySafe(*in.(*In)) }
func (t *typed[In, Out]) shares() bool     { return t.refs }

// hasReferences reports whether copies of a type share memory, so that a
// classifier could change what the body sees (decision U10).
func hasReferences(t reflect.Type, seen map[reflect.Type]bool) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if hasReferences(t.Field(i).Type, seen) {
				return true
			}
		}
		return false
	case reflect.Array:
		return hasReferences(t.Elem(), seen)
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func:
		return true
	}
	return false
}

// dotted turns a JSON pointer into the path form of violations.
func dotted(pointer string) string {
	if pointer == "" {
		return "arguments"
	}
	var b strings.Builder
	for i, part := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch {
		case part != "" && strings.Trim(part, "0123456789") == "":
			b.WriteString("[" + part + "]")
		case i == 0:
			b.WriteString(part)
		default:
			b.WriteString("." + part)
		}
	}
	return b.String()
}
