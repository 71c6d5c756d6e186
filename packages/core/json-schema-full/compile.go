package jsonschemafull

import (
	"errors"
	"fmt"
	"slices"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// location is the address of a schema without $id. It belongs to no scheme that anything
// could be fetched by, and tells nothing about the machine.
const location = "tool:///schema"

// Compile compiles a schema of any draft from 4 to 2020-12; without $schema it is taken
// for 2020-12. The error is an [*Error]. Formats and content keywords assert only where
// the draft says so.
func Compile(raw jsonvalue.Value) (*Schema, error) {
	size, err := measure(raw)
	if err != nil {
		return nil, err
	}
	s := &Schema{document: raw, plain: plain(raw), widest: size.widest}
	first, err := newEngine(raw, s.plain)
	if err != nil {
		return nil, err
	}
	s.idle = []*engine{first}
	return s, nil
}

// engine is one compiled copy of a schema with its meter. The library has no place for
// what belongs to one check, so a copy serves one check at a time.
type engine struct {
	schema *jsonschema.Schema
	meter  *meter
}

func newEngine(raw jsonvalue.Value, document any) (e *engine, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = refuse(CodeInvalid, "the schema cannot be compiled: %v", p)
		}
	}()
	m := &meter{}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(nothing{})
	c.UseRegexpEngine(compilePattern)
	c.RegisterVocabulary(m.vocabulary())
	c.AssertVocabs()
	if err := c.AddResource(location, document); err != nil {
		return nil, coded(err, raw)
	}
	compiled, err := c.Compile(location)
	if err != nil {
		return nil, coded(err, raw)
	}
	return &engine{schema: compiled, meter: m}, nil
}

// nothing loads no document.
type nothing struct{}

// Load refuses.
func (nothing) Load(url string) (any, error) {
	return nil, fmt.Errorf("schema %q is another document, and nothing is fetched: "+
		"put it under $defs and refer to it with #/$defs/…", url)
}

// coded gives the failures of the library their codes.
func coded(err error, document jsonvalue.Value) error {
	code := CodeInvalid
	var (
		meta    *jsonschema.SchemaValidationError
		load    *jsonschema.LoadURLError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		pattern *jsonschema.InvalidRegexError
	)
	switch {
	case errors.As(err, &meta):
		return againstMeta(meta, document)
	case errors.As(err, &load):
		code, err = CodeReference, load.Err
	case errors.As(err, &pointer), errors.As(err, &anchor):
		code = CodeReference
	case errors.As(err, &pattern):
		code = CodePattern
	}
	return &Error{Code: code, Err: err}
}

// againstMeta words what the meta-schema refuses like any other violation.
func againstMeta(err *jsonschema.SchemaValidationError, document jsonvalue.Value) error {
	failure, ok := errors.AsType[*jsonschema.ValidationError](err.Err)
	if !ok {
		return &Error{Code: CodeInvalid, Err: err}
	}
	code := CodeInvalid
	if isPattern(failure) {
		code = CodePattern
	}
	return refuse(code, "%s", schema.Join(report(failure, document, "schema")))
}

// isPattern reports whether a pattern is among the reasons.
func isPattern(e *jsonschema.ValidationError) bool {
	if format, ok := e.ErrorKind.(*kind.Format); ok && format.Want == "regex" {
		return true
	}
	return slices.ContainsFunc(e.Causes, isPattern)
}
