package tools

import (
	"reflect"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// What is inferred from a Go type never changes, so each type is looked at once,
// however many agents register a tool of it. This is the one state that registries
// share, and no behaviour depends on it: entries are immutable, the same whoever
// makes them, and as many as the program has types. [Define] has no registry to
// keep them in.
var inferredInputs, inferredOutputs sync.Map // reflect.Type → *schema.Schema

func inferredInput[In any]() (*schema.Schema, error) {
	return inferredOnce(&inferredInputs, reflect.TypeFor[In](), schema.ForInput[In])
}

func inferredOutput[Out any]() (*schema.Schema, error) {
	return inferredOnce(&inferredOutputs, reflect.TypeFor[Out](), schema.ForOutput[Out])
}

func inferredOnce(known *sync.Map, t reflect.Type, infer func() (jsonvalue.Value, error)) (*schema.Schema, error) {
	if s, ok := known.Load(t); ok {
		return s.(*schema.Schema), nil
	}
	raw, err := infer()
	if err != nil {
		return nil, err
	}
	compiled, err := schema.Compile(raw)
	if err != nil {
		return nil, err
	}
	s, _ := known.LoadOrStore(t, compiled)
	return s.(*schema.Schema), nil
}
