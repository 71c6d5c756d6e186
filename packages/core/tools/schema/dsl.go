package schema

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// Value compiles a value node of the authoring form to JSON Schema (R17 to R24) and checks
// the result like [Compile].
//
// spec is a [Node] made by this package's constructors, a record (map[string]any,
// jsonvalue's ordered object or value), or any mixture: a node may hold records and a
// record may hold nodes. A record has a type, one of string, number, integer, boolean,
// null, array, object and json, or a oneOf, and the keys of that kind of node. Maps of Go
// have no order: their members come sorted by name.
//
// The error is an [*Error]. A mistake in the form is reported alone, at the author stage;
// what only JSON Schema can find wrong is reported in full, at the raw stage (R21, R22).
func Value(spec any) (jsonvalue.Value, error) {
	a := author{path: rootPath("schema")}
	return a.finish(a.node(loose.From(spec, unwrap), false))
}

// Parameters compiles a property map of the authoring form to the schema of a tool's
// arguments: an open object (R18). spec is a [Properties], a record of nodes, or a
// mixture; members may have required: true. See [Value] for the rest.
func Parameters(spec any) (jsonvalue.Value, error) {
	a := author{path: rootPath("parameters")}
	properties, required := a.properties(loose.From(spec, unwrap))
	return a.finish(objectNode(loose.Record(), properties, required))
}

// objectNode adds the members of a property map to the record of an object (R20).
func objectNode(head *loose.Box, properties, required loose.Node) loose.Node {
	if head.Len() == 0 {
		head = loose.Record(loose.Member{Name: "type", Node: textNode("object")})
	}
	if properties.Kind() != loose.Absent {
		head = head.With("properties", properties)
	}
	if required.Len() > 0 {
		head = head.With("required", required)
	}
	return loose.OfBox(head)
}

func textNode(s string) loose.Node { return loose.Of(jsonvalue.String(s)) }

// finish checks a compiled tree as raw schema (R22), unless the author stage failed.
func (a *author) finish(raw loose.Node) (jsonvalue.Value, error) {
	if a.failure != nil {
		return jsonvalue.Value{}, &Error{
			Code: CodeUnsupported, Stage: StageAuthor, Violations: []Violation{*a.failure},
		}
	}
	s, err := compile(raw, false)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	return s.document, nil
}
