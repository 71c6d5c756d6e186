package schema

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// tagged applies the tags enum and const.
func (in *inferrer) tagged(got inferred, tag reflect.StructTag) inferred {
	enum, hasEnum := tag.Lookup("enum")
	constant, hasConst := tag.Lookup("const")
	if in.failure != nil || !hasEnum && !hasConst {
		return got
	}
	if got.items != nil && !hasConst {
		items := in.tagged(*got.items, tag)
		return inferred{Node: got.with("items", items.loose()), items: &items}
	}
	if got.scalar == "" {
		return in.fail("the tags enum and const are for strings, numbers and booleans, " +
			"and enum also for slices of these")
	}
	if hasEnum {
		var literals []any
		for part := range strings.SplitSeq(enum, ",") {
			literals = append(literals, in.literal(got.scalar, strings.TrimSpace(part)))
		}
		got.Node = got.Enum(literals...)
	}
	if hasConst {
		got.Node = got.Const(in.literal(got.scalar, constant))
	}
	return got
}

// literal reads the text of a tag as a literal of the node's type.
func (in *inferrer) literal(scalar, text string) any {
	if scalar == "string" {
		return text
	}
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		in.fail(fmt.Sprintf("tag value %q is no %s", text, scalar))
		return nil
	}
	s, _ := shapeOf(scalar)
	if !shapeKinds[s].has(v.Kind()) || s == shapeInteger && !isIntegral(v) {
		in.fail(fmt.Sprintf("tag value %q is no %s", text, scalar))
	}
	return v
}
