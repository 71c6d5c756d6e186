package jsonschemafull

import (
	"encoding/json"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// plain converts a value of limited depth to what the library reads.
func plain(v jsonvalue.Value) any {
	switch v.Kind() {
	case jsonvalue.KindArray:
		items := make([]any, 0, v.Len())
		for _, item := range v.Elements() {
			items = append(items, plain(item))
		}
		return items
	case jsonvalue.KindObject:
		members := make(map[string]any, v.Len())
		for name, member := range v.Members() {
			members[name] = plain(member)
		}
		return members
	case jsonvalue.KindNumber:
		n, _ := v.AsNumber()
		return json.Number(n)
	case jsonvalue.KindString:
		return scalar(v)
	case jsonvalue.KindBool:
		b, _ := v.AsBool()
		return b
	}
	return nil
}

// literalText is the JSON text of literals that the library hands back, as messages give
// them.
func literalText(plain any) string {
	v, err := jsonvalue.From(exact(plain))
	if err != nil {
		return "another value"
	}
	return string(v.Canonical())
}

// exact is plain the other way round.
func exact(plain any) any {
	switch v := plain.(type) {
	case json.Number:
		return jsonvalue.Number(v)
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = exact(v[i])
		}
		return items
	case map[string]any:
		members := make(map[string]any, len(v))
		for name := range v {
			members[name] = exact(v[name])
		}
		return members
	}
	return plain
}
