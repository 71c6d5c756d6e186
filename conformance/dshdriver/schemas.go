package dshdriver

import (
	"errors"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// CheckSchema compiles the schema.
func (*Driver) CheckSchema(raw any, objectRoot bool) ([]conformance.Violation, error) {
	given, err := native(raw)
	if err != nil {
		return nil, err
	}
	if _, err = schema.CompileAny(given); err != nil || !objectRoot {
		return refused(err)
	}
	document, err := jsonvalue.From(given)
	if err != nil {
		return nil, err
	}
	_, err = schema.CompileObject(document)
	return refused(err)
}

// refused returns the violations of a refusal, none for nil.
func refused(err error) ([]conformance.Violation, error) {
	if err == nil {
		return nil, nil
	}
	e, ok := errors.AsType[*schema.Error](err)
	if !ok {
		return nil, err
	}
	return violations(e.Violations), nil
}

func violations(list []schema.Violation) []conformance.Violation {
	var out []conformance.Violation
	for _, v := range list {
		out = append(out, conformance.Violation{
			Path: v.Path, Kind: string(v.Kind), Name: v.Name, Matched: v.Matched, Message: v.Message,
		})
	}
	return out
}

// Validate checks a value, whatever Go value it is.
func (*Driver) Validate(raw, value any, root string) ([]conformance.Violation, error) {
	givenSchema, err := native(raw)
	if err != nil {
		return nil, err
	}
	given, err := native(value)
	if err != nil {
		return nil, err
	}
	s, err := schema.CompileAny(givenSchema)
	if err != nil {
		return nil, err
	}
	checked, found := s.CheckAny(given, root)
	if !checked.IsAbsent() && s.Valid(checked) != (len(found) == 0) {
		return nil, errors.New("the methods Valid and CheckAny disagree")
	}
	return violations(found), nil
}

// CompileDSL compiles the authoring form.
func (*Driver) CompileDSL(d conformance.DSL) (conformance.Compiled, error) {
	spec, err := native(d.Spec)
	if err != nil {
		return conformance.Compiled{}, err
	}
	compile := schema.Value
	if d.Form == "parameters" {
		compile = schema.Parameters
	}
	document, err := compile(spec)
	if err == nil {
		return conformance.Compiled{Schema: document.Text()}, nil
	}
	e, ok := errors.AsType[*schema.Error](err)
	if !ok {
		return conformance.Compiled{}, err
	}
	return conformance.Compiled{Stage: string(e.Stage), Violations: violations(e.Violations)}, nil
}

// TypeText renders one schema.
func (*Driver) TypeText(raw any, indent int) (string, error) {
	given, err := native(raw)
	if err != nil {
		return "", err
	}
	return tstypes.Of(given, indent), nil
}

// Declarations renders the block of a set of tools.
func (*Driver) Declarations(list []conformance.DeclaredTool) (string, error) {
	var declared []*tstypes.Declaration
	for _, t := range list {
		tool := tstypes.Tool{Name: t.Name, Description: t.Description}
		var err error
		if tool.Parameters, err = subset(t.Parameters); err != nil {
			return "", err
		}
		if tool.Output, err = subset(t.Output); err != nil {
			return "", err
		}
		declared = append(declared, tstypes.Declare(tool))
	}
	return tstypes.Block(declared), nil
}

// subset compiles a schema, nil for one outside the subset.
func subset(raw any) (*schema.Schema, error) {
	given, err := native(raw)
	if err != nil {
		return nil, err
	}
	s, err := schema.CompileAny(given)
	if err != nil {
		return nil, nil
	}
	return s, nil
}
