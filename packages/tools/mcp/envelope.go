package mcp

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// envelope returns the output schema of a server's tool: a closed object of the
// content blocks and the structured content (§13). The latter is required and
// typed where the server declares a schema for it.
func envelope(structured jsonvalue.Value) jsonvalue.Value {
	declared := !structured.IsAbsent()
	if !declared {
		structured = jsonvalue.NewObject()
	}
	required := []jsonvalue.Value{jsonvalue.String("content")}
	if declared {
		required = append(required, jsonvalue.String("structuredContent"))
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")},
		jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(
			jsonvalue.Member{Name: "content", Value: typeOnly("array")},
			jsonvalue.Member{Name: "structuredContent", Value: structured},
		)},
		jsonvalue.Member{Name: "required", Value: jsonvalue.Array(required...)},
		jsonvalue.Member{Name: "additionalProperties", Value: jsonvalue.Bool(false)},
	)
}

// Structured returns the schema of the structured content of an output schema
// that this package made, absent if the server declares none. ok is false for
// any other schema. A server that offers such a tool to others passes on the
// structured content alone.
func Structured(output jsonvalue.Value) (structured jsonvalue.Value, ok bool) {
	properties, _ := output.Get("properties")
	structured, ok = properties.Get("structuredContent")
	if !ok {
		return jsonvalue.Value{}, false
	}
	if output.Equal(envelope(structured)) {
		return structured, true
	}
	return jsonvalue.Value{}, output.Equal(envelope(jsonvalue.Value{}))
}
