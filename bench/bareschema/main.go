// Command bareschema is the floor of a Go process that links a validator of the
// whole of JSON Schema: it prints its peak memory and ends.
package main

import (
	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	_ = jsonschema.NewCompiler()
	meter.Memory("memory.idle", "floor: Go process with jsonschema/v6")
}
