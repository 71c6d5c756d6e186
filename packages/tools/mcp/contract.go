package mcp

import (
	"slices"
	"sync"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// contract is a server's schema in two forms: one in the enforced subset, which
// the registry checks, and, where that is not the whole of it, the complete check.
type contract struct {
	// subset accepts at least what the schema accepts.
	subset *schema.Schema
	// rest is the complete check, nil where the subset says it all. It is
	// compiled at first use: a server may list thousands of schemas.
	rest func() (*full.Schema, error)
}

// newContract never fails: a schema that nothing can be made of accepts what its
// projection accepts, and the server checks for itself.
func newContract(raw jsonvalue.Value) *contract {
	if exact, err := schema.Compile(essential(raw)); err == nil {
		return &contract{subset: exact}
	}
	c := &contract{rest: sync.OnceValues(func() (*full.Schema, error) { return full.Compile(raw) })}
	var err error
	if c.subset, err = schema.Compile(project(raw)); err != nil {
		c.subset = anything()
	}
	return c
}

// anything is the subset schema without constraints.
func anything() *schema.Schema {
	s, _ := schema.Compile(jsonvalue.NewObject()) // cannot fail
	return s
}

// check returns the violations that the subset does not find.
func (c *contract) check(v jsonvalue.Value, root string) []schema.Violation {
	if c.rest == nil {
		return nil
	}
	s, err := c.rest()
	if err != nil { // reported by `dsh mcp check`
		return nil
	}
	return s.Violations(v, root)
}

// problem returns why the complete check is not possible, nil if it is.
func (c *contract) problem() error {
	if c.rest == nil {
		return nil
	}
	_, err := c.rest()
	return err
}

// essential leaves out what a root may carry and what constrains nothing.
// Almost every schema of a server has $schema, and is in the subset but for it.
func essential(raw jsonvalue.Value) jsonvalue.Value {
	return without(raw, "$schema", "$comment")
}

func without(v jsonvalue.Value, names ...string) jsonvalue.Value {
	if v.Kind() != jsonvalue.KindObject {
		return v
	}
	return jsonvalue.NewObject(membersOf(v, names...)...)
}

// membersOf returns the members but those named.
func membersOf(v jsonvalue.Value, without ...string) []jsonvalue.Member {
	var kept []jsonvalue.Member
	for name, value := range v.Members() {
		if !slices.Contains(without, name) {
			kept = append(kept, jsonvalue.Member{Name: name, Value: value})
		}
	}
	return kept
}

// objectSchema returns a server's input schema as models and providers need it:
// an object with properties, also where the server left that out.
func objectSchema(raw jsonvalue.Value) jsonvalue.Value {
	if raw.Kind() != jsonvalue.KindObject {
		raw = jsonvalue.NewObject()
	}
	if _, ok := raw.Get("type"); !ok {
		raw = with(raw, "type", jsonvalue.String("object"))
	}
	if p, _ := raw.Get("properties"); p.Kind() != jsonvalue.KindObject {
		raw = with(raw, "properties", jsonvalue.NewObject())
	}
	return raw
}

// with returns an object with a member set, at the end.
func with(v jsonvalue.Value, name string, value jsonvalue.Value) jsonvalue.Value {
	return jsonvalue.NewObject(append(membersOf(v, name), jsonvalue.Member{Name: name, Value: value})...)
}
