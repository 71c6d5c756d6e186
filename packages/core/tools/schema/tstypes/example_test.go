package tstypes_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

func ExampleOf() {
	fmt.Println(tstypes.Of(map[string]any{
		"type": "object", "additionalProperties": false,
		"properties": map[string]any{
			"mode": map[string]any{"type": "string", "enum": []any{"fg", "bg"}, "description": "How to run."},
		},
		"required": []any{"mode"},
	}, 0))
	// Output:
	// {
	//   /** How to run. */
	//   mode: "fg" | "bg";
	// }
}

func ExampleBlock() {
	output, _ := schema.CompileAny(map[string]any{"type": "string"})
	read := tstypes.Declare(tstypes.Tool{Name: "read-file", Description: "Reads a file.", Output: output})
	fmt.Print(read.Args(), read.Output())
	block := tstypes.Block([]*tstypes.Declaration{read})
	fmt.Println(len(block))
	// Output:
	//   /** Reads a file. */
	//   "read-file": unknown;
	//   "read-file": string;
	// 467
}
