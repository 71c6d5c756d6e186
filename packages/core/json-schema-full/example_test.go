package jsonschemafull_test

import (
	"fmt"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// Parameters from elsewhere: the subset first, and the whole language where it does not do.
func Example() {
	raw, _ := jsonvalue.ParseString(`{"type":"object","properties":{"n":{"$ref":"#/$defs/count"}},
		"$defs":{"count":{"type":"integer","minimum":1}}}`)
	var arguments interface {
		CheckArguments(jsonvalue.Value) []schema.Violation
	}
	if s, err := schema.Compile(raw); err == nil {
		arguments = s
	} else if s, err := full.Compile(raw); err == nil {
		arguments = s
	}
	given, _ := jsonvalue.ParseString(`{"n":0}`)
	fmt.Println(schema.Join(arguments.CheckArguments(given)))
	// Output: "n" is not valid: minimum: got 0, want 1
}

func ExampleCompile() {
	raw, _ := jsonvalue.ParseString(`{"$ref":"https://example.com/schema.json"}`)
	_, err := full.Compile(raw)
	fmt.Println(full.CodeOf(err))
	// Output: SCHEMA_REFERENCE
}
