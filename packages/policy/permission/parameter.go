package permission

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// gap is where a condition's argument leaves the parameters that a tool declares.
type gap struct {
	// before is the pointer of the part that is declared, with the slash after it;
	// empty for an argument that is given by its name.
	before string
	// name is the member that is missing there, names are those that are declared.
	name  string
	names []string
}

// undeclared looks for an argument, a name or a JSON pointer, in the schema of a
// tool's arguments. It reports false where the argument is declared or the schema
// does not say what members there are.
func undeclared(parameters jsonvalue.Value, argument string) (gap, bool) {
	g, tokens := gap{}, []string{argument}
	if strings.HasPrefix(argument, "/") {
		g.before, tokens = "/", strings.Split(argument[1:], "/")
	}
	for i, token := range tokens {
		members, known := properties(parameters, i == 0)
		if !known {
			return gap{}, false
		}
		name := token
		if g.before != "" {
			name = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		}
		next, ok := members.Get(name)
		if !ok {
			g.name = name
			for member := range members.Members() {
				g.names = append(g.names, member)
			}
			return g, true
		}
		parameters = next
		g.before += token + "/"
	}
	return gap{}, false
}

// properties returns the members that an object's schema declares, and false where
// a keyword other than properties has a say in them, or none has.
func properties(s jsonvalue.Value, root bool) (jsonvalue.Value, bool) {
	kind, given := s.Get("type")
	if text, _ := kind.AsString(); text != "object" && (given || !root) {
		return jsonvalue.Value{}, false
	}
	for _, keyword := range []string{
		"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "patternProperties",
	} {
		if _, ok := s.Get(keyword); ok {
			return jsonvalue.Value{}, false
		}
	}
	members, _ := s.Get("properties")
	return members, members.Kind() == jsonvalue.KindObject
}
