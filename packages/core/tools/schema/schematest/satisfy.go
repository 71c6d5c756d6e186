package schematest

import (
	"math/rand/v2"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// Satisfying returns a value that satisfies the schema, unless a union on the way has
// overlapping branches. With a flaw above zero, about one part in flaw is replaced by a
// random value and members are left out or added.
func Satisfying(r *rand.Rand, v schema.View, flaw int) jsonvalue.Value {
	if flaw > 0 && r.IntN(flaw) == 0 {
		return Value(r, 2)
	}
	if constant, ok := v.Const(); ok {
		return constant
	}
	if n := v.NumEnum(); n > 0 {
		return v.Enum(r.IntN(n))
	}
	switch v.Type() {
	case "string":
		return jsonvalue.String(texts[r.IntN(len(texts))])
	case "number":
		return number(r)
	case "integer":
		return jsonvalue.Int(r.Int64N(200) - 100)
	case "boolean":
		return jsonvalue.Bool(r.IntN(2) == 0)
	case "null":
		return jsonvalue.Null()
	case "array":
		return list(r, v, flaw)
	case "object":
		return object(r, v, flaw)
	case "oneOf":
		return Satisfying(r, v.Branch(r.IntN(v.NumBranches())), flaw)
	}
	return Value(r, 2)
}

func list(r *rand.Rand, v schema.View, flaw int) jsonvalue.Value {
	items, typed := v.Items()
	all := make([]jsonvalue.Value, r.IntN(4))
	for i := range all {
		if typed {
			all[i] = Satisfying(r, items, flaw)
		} else {
			all[i] = Value(r, 1)
		}
	}
	return jsonvalue.Array(all...)
}

func object(r *rand.Rand, v schema.View, flaw int) jsonvalue.Value {
	var members []jsonvalue.Member
	for i := range v.NumMembers() {
		m := v.Member(i)
		if !m.Required && r.IntN(3) == 0 || flaw > 0 && r.IntN(flaw) == 0 {
			continue
		}
		members = append(members, jsonvalue.Member{Name: m.Name, Value: Satisfying(r, m.Node, flaw)})
	}
	if !v.Closed() && r.IntN(3) == 0 || flaw > 0 && r.IntN(flaw) == 0 {
		members = append(members, jsonvalue.Member{Name: "extra", Value: Value(r, 1)})
	}
	if r.IntN(2) == 0 {
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	return jsonvalue.NewObject(members...)
}
