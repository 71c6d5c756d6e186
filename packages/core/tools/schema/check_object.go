package schema

import (
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// object compiles the members, then required and openness (R32).
func (c *checker) object(n *node, raw loose.Node, k *keywords) {
	n.object = &object{}
	if k.has(kwProperties) {
		c.properties(n.object, k.get(raw, kwProperties))
	}
	if k.has(kwRequired) {
		c.required(n.object, k.get(raw, kwRequired))
	}
	if !k.has(kwAdditional) {
		return
	}
	open := k.get(raw, kwAdditional)
	if open.Kind() != loose.Bool {
		c.at("additionalProperties", KindOpennessShape, "must be true or false")
	}
	n.closed = !open.True()
}

func (c *checker) properties(o *object, raw loose.Node) {
	m := c.path.member("properties")
	defer c.path.back(m)
	if raw.Kind() != loose.Object {
		c.addf(KindPropertiesShape, "must be an object of schemas")
		return
	}
	if !c.enter(raw.Box()) {
		c.addf(KindCircular, "contains itself: schemas must be finite")
		return
	}
	defer c.leave(raw.Box())
	o.members = make([]member, raw.Len())
	for i := range o.members {
		name := raw.Name(i)
		step := c.path.member(name)
		if !utf8.ValidString(name) {
			c.addf(KindLossless, "has a name that is not valid UTF-8")
		}
		o.members[i] = member{name: name, quoted: quotedName(name), node: c.node(raw.At(i))}
		c.path.back(step)
	}
	o.seal()
}

// quotedName is the name as the normal form of JSON text has it, with the colon.
func quotedName(name string) string { return jsonvalue.String(name).Text() + ":" }

func (o *object) seal() {
	if len(o.members) < indexFrom {
		return
	}
	o.index = make(map[string]int32, len(o.members))
	o.quotedIndex = make(map[string]int32, len(o.members))
	for i := range o.members {
		o.index[o.members[i].name] = int32(i)
		o.quotedIndex[o.members[i].quoted] = int32(i)
	}
}

func (c *checker) required(o *object, raw loose.Node) {
	if !isTextList(raw) {
		c.at("required", KindRequiredShape, "must be a list of member names")
		return
	}
	for i := range raw.Len() {
		name, _ := raw.At(i).Text()
		at := o.find(name, i)
		if at < 0 {
			c.undeclared(name)
			continue
		}
		o.required = append(o.required, int32(at))
		if !o.members[at].required {
			o.members[at].required = true
			o.needed++
		}
	}
}

func (c *checker) undeclared(name string) {
	before := c.out.len()
	c.at("required", KindRequiredUndeclared, "names %q, which properties does not declare", name)
	if c.out.len() > before {
		c.out.found[before].Name = name
	}
}

func isTextList(raw loose.Node) bool {
	if raw.Kind() != loose.Array {
		return false
	}
	for i := range raw.Len() {
		if _, ok := raw.At(i).Text(); !ok {
			return false
		}
	}
	return true
}
