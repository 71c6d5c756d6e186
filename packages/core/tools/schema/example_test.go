package schema_test

import (
	"fmt"
	"math"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// The three doors to one and the same schema.
func Example() {
	type args struct {
		Path  string `json:"path" description:"Where to look."`
		Limit *int   `json:"limit"`
	}
	fromType, _ := schema.ForInput[args]()
	fromForm, _ := schema.Parameters(schema.Props(
		schema.Prop("path", schema.String().Describe("Where to look.")).Required(),
		schema.Prop("limit", schema.Integer()),
	))
	fmt.Println(fromType.Text() == fromForm.Text())

	s, _ := schema.Compile(fromType)
	given, _ := jsonvalue.ParseString(`{"limit":1.5}`)
	for _, v := range s.CheckArguments(given) {
		fmt.Println(v.Message)
	}
	// Output:
	// true
	// missing required property "path"
	// "limit" must be an integer
}

func ExampleCompile() {
	raw, _ := jsonvalue.ParseString(`{"type":"string","format":"uri","pattern":"^h"}`)
	_, err := schema.Compile(raw)
	fmt.Println(schema.CodeOf(err))
	fmt.Println(err)
	// Output:
	// UNSUPPORTED_SCHEMA
	// unsupported schema: "schema.format" is outside the supported subset of JSON Schema: remove it; "schema.pattern" is outside the supported subset of JSON Schema: remove it
}

func ExampleCompileObject() {
	_, err := schema.CompileObject(jsonvalue.NewObject())
	fmt.Println(err)
	// Output: unsupported schema: "schema.type" must be "object" at the root
}

func ExampleCompileAny() {
	s, _ := schema.CompileAny(map[string]any{"type": "array", "items": map[string]any{"type": "null"}})
	fmt.Println(s)
	// Output: {"items":{"type":"null"},"type":"array"}
}

func ExampleValue() {
	document, _ := schema.Value(schema.OneOf(
		schema.Object(schema.Closed, schema.Prop("ok", schema.Boolean().Const(true)).Required()),
		schema.Object(schema.Closed, schema.Prop("error", schema.String()).Required()),
	))
	fmt.Println(document.Get("oneOf"))
	// Output: [{"type":"object","additionalProperties":false,"properties":{"ok":{"type":"boolean","const":true}},"required":["ok"]},{"type":"object","additionalProperties":false,"properties":{"error":{"type":"string"}},"required":["error"]}] true
}

func ExampleParameters() {
	_, err := schema.Parameters(map[string]any{
		"count": map[string]any{"type": "integer", "minimum": 1},
	})
	fmt.Println(err)
	// Output: unsupported schema: "parameters.count.minimum" is not a key of this kind of node
}

func ExampleSchema_Valid() {
	s, _ := schema.CompileAny(map[string]any{"type": "integer"})
	one, _ := jsonvalue.ParseString("1.0")
	fmt.Println(s.Valid(one), s.Valid(jsonvalue.String("1")))
	// Output: true false
}

func ExampleSchema_CheckAny() {
	s, _ := schema.CompileAny(map[string]any{"type": "array", "items": map[string]any{"type": "number"}})
	_, violations := s.CheckAny([]any{1, math.NaN()}, "value")
	fmt.Println(schema.Join(violations))
	// Output: "value[1]" must be a finite JSON number
}

func ExampleViolation_Branches() {
	document, _ := schema.Value(schema.OneOf(schema.String(), schema.Array(schema.String())))
	s, _ := schema.Compile(document)
	for _, v := range s.Violations(jsonvalue.Array(jsonvalue.Int(1)), "value") {
		fmt.Println(v.Message)
		for _, b := range v.Branches() {
			fmt.Println(b.Index, schema.Join(b.Violations))
		}
	}
	// Output:
	// "value" must match exactly one oneOf branch (matched 0)
	// 0 "value" must be a string
	// 1 "value[0]" must be a string
}

func ExampleForOutput() {
	type match struct {
		File string `json:"file"`
		Line int    `json:"line"`
	}
	document, _ := schema.ForOutput[[]match]()
	fmt.Println(document)
	_, err := schema.ForOutput[map[string]match]()
	fmt.Println(err)
	// Output:
	// {"type":"array","items":{"type":"object","additionalProperties":false,"properties":{"file":{"type":"string"},"line":{"type":"integer"}},"required":["file","line"]}}
	// unsupported schema: map: the schema cannot say what a map[string]schema_test.match holds: use map[string]any, or a slice of structs with a name and a value
}
