package tools

import (
	"sync"
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// Registration is one registered tool. The pointer is its identity: a set
// admits registrations, not names (R50).
type Registration struct {
	def         Definition
	output      *schema.Schema
	declaration llm.ToolDeclaration
	typeScript  func() *tstypes.Declaration
	when        Condition
	refused     error // by an option
	live        atomic.Bool
}

// Compile checks a definition and makes it callable without registering it: an
// executor's own transport is such a tool (R91). Errors are those of
// [Registry.Register]; the reserved name is accepted here.
func Compile(d Definition) (*Registration, error) {
	name := d.Name
	if name == ReservedName {
		d.Name = "transport"
	}
	r, err := compile(d)
	if err != nil {
		return nil, err
	}
	r.def.Name, r.declaration.Name = name, name
	r.live.Store(true)
	return r, nil
}

func compile(d Definition) (*Registration, error) {
	out, err := d.check()
	if err != nil {
		return nil, err
	}
	if d.Parameters.IsAbsent() || d.Parameters.IsNull() {
		d.Parameters = noParameters
	}
	r := &Registration{def: d, output: out, declaration: llm.ToolDeclaration{
		Name: d.Name, Description: d.Description,
		Parameters: d.Parameters, DeferLoading: d.DeferLoading,
	}}
	r.typeScript = sync.OnceValue(r.declareTypeScript)
	return r, nil
}

// declareTypeScript renders the tool for programs; parameters outside the
// subset become unknown (R107).
func (r *Registration) declareTypeScript() *tstypes.Declaration {
	params, ok := r.def.Arguments.(*schema.Schema)
	if !ok {
		params, _ = schema.Compile(r.def.Parameters)
	}
	args, result := r.types()
	return tstypes.Declare(tstypes.Tool{
		Name: r.def.Name, Description: r.def.Description, Parameters: params, Output: r.output,
		Args: args, Result: result,
	})
}

// types asks the definition for its types; one that panics has none.
func (r *Registration) types() (args, result string) {
	if r.def.Types == nil {
		return "", ""
	}
	defer func() {
		if recover() != nil {
			args, result = "", ""
		}
	}()
	return r.def.Types()
}

var noParameters = jsonvalue.NewObject(
	jsonvalue.Member{Name: "type", Value: mustString("object")},
	jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject()},
)

func mustString(s string) jsonvalue.Value {
	v, _ := jsonvalue.NewString(s)
	return v
}

// Name returns the tool's name.
func (r *Registration) Name() string { return r.def.Name }

// Definition returns the tool as it was registered.
func (r *Registration) Definition() Definition { return r.def }

// Declaration returns what the model is told about the tool (R13).
func (r *Registration) Declaration() llm.ToolDeclaration { return r.declaration }

// OutputSchema returns the compiled contract of the tool's value.
func (r *Registration) OutputSchema() *schema.Schema { return r.output }

// TypeScript returns the tool's declaration for programs, made once (R109).
func (r *Registration) TypeScript() *tstypes.Declaration { return r.typeScript() }

// Conditional reports whether the tool must be admitted by a set (R48).
func (r *Registration) Conditional() bool { return r.when != nil }

// Classifies reports whether the tool has a classifier. Calls of a tool without one
// never overlap others (R78).
func (r *Registration) Classifies() bool {
	return r.def.ConcurrencySafe != nil || r.def.typed != nil && r.def.typed.classifies()
}

// Overlaps reports whether the tool's classifier lets a call with these arguments
// overlap others: false also for invalid arguments, and for a classifier that
// panics (R78). It is for hosts that order calls which come one by one.
func (r *Registration) Overlaps(args jsonvalue.Value) bool {
	if !r.Classifies() {
		return false
	}
	c := check(r, args)
	if c.failure != nil {
		return false
	}
	safe, err := classify(r, args, c.in)
	return safe && err == nil
}

// PresentCall returns the card for a call with these arguments, nil for the
// generic one: also for invalid arguments and a failing presenter (R14).
func (r *Registration) PresentCall(args jsonvalue.Value) (view CallView) {
	if r.def.PresentCall == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			view = nil
		}
	}()
	if vs, _ := r.violations(args); len(vs) > 0 {
		return nil
	}
	return r.def.PresentCall(args)
}

// PresentResult returns the card for a result of such a call, nil for the
// generic one (R14, R99).
func (r *Registration) PresentResult(args jsonvalue.Value, p Presented) (view ResultView) {
	if r.def.PresentResult == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			view = nil
		}
	}()
	if vs, _ := r.violations(args); len(vs) > 0 {
		return nil
	}
	return r.def.PresentResult(args, p)
}

// violations checks arguments; a checker that panics reports one violation, so
// that nothing runs on unchecked arguments, and the panic as an error.
func (r *Registration) violations(args jsonvalue.Value) (v []schema.Violation, err error) {
	if r.def.Arguments == nil {
		return nil, nil
	}
	defer func() {
		if err != nil {
			v = []schema.Violation{{Message: "arguments could not be checked: " + failureOf(err).message}}
		}
	}()
	defer contain("argument checker", r.def.Name, &err)
	return r.def.Arguments.CheckArguments(args), nil
}
