package schema

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// field is a Go struct field that becomes a member, by the rules of the JSON codec.
type field struct {
	name   string
	goName string
	typ    reflect.Type
	tag    reflect.StructTag
	index  []int
	named  bool
	// omitted fields are left out when zero or empty; optional ones come from an embedded
	// pointer; quoted ones are numbers in strings.
	omitted, optional, quoted bool
}

// structShape is what a struct contributes to an object. A problem is at the Go field at.
type structShape struct {
	fields      []field
	open        bool
	problem, at string
}

// embedding is a struct to look through: the root or one that is embedded.
type embedding struct {
	typ      reflect.Type
	index    []int
	goName   string
	optional bool
	again    bool
}

// structFields finds the members of a struct: breadth first through embedded structs, then
// of several with one name the one that stands alone at the least depth, or is named by
// its tag there; in the end in the order of declaration.
func structFields(root reflect.Type) structShape {
	c := collector{seen: map[reflect.Type]bool{root: true}}
	c.queue = []embedding{{typ: root}}
	for len(c.queue) > 0 && c.shape.problem == "" {
		e := c.queue[0]
		c.queue = c.queue[1:]
		c.structure(e)
	}
	c.shape.fields = dominant(c.shape.fields)
	return c.shape
}

type collector struct {
	shape structShape
	queue []embedding
	seen  map[reflect.Type]bool
}

func (c *collector) fail(goName, format string, args ...any) {
	if c.shape.problem == "" {
		c.shape.problem, c.shape.at = fmt.Sprintf(format, args...), goName
	}
}

func (c *collector) structure(e embedding) {
	names := map[string]string{}
	usable := e.typ.NumField() == 0
	for i := range e.typ.NumField() {
		sf := e.typ.Field(i)
		_, tagged := sf.Tag.Lookup("json")
		usable = usable || tagged || sf.IsExported() || sf.Anonymous
		f, embed, ok := c.parse(sf)
		if !ok {
			continue
		}
		f.index = append(slices.Clone(e.index), i)
		f.goName = strings.TrimPrefix(e.goName+"."+sf.Name, ".")
		f.optional = e.optional
		switch twin, twice := names[f.name]; {
		case embed:
			c.embed(f, e.again)
		case twice:
			c.fail(f.goName, "it has the same JSON name %q as field %s", f.name, twin)
		default:
			names[f.name] = sf.Name
			c.shape.fields = append(c.shape.fields, f)
		}
	}
	if !usable {
		c.fail(e.goName, "type %s has no exported field, so it has no JSON form", e.typ)
	}
}

// embed looks through an embedded struct, or opens the object for an embedded map.
func (c *collector) embed(f field, again bool) {
	t := indirect(f.typ)
	switch {
	case t == rawType || isFreeMap(t):
		c.shape.open = true
	case t.Kind() == reflect.Map:
		c.fail(f.goName, "the schema cannot say what an embedded %s holds: use map[string]any", t)
	case t.Kind() != reflect.Struct:
		c.fail(f.goName, "an embedded field of type %s needs a JSON name", t)
	case implements(t, everyMethod):
		c.fail(f.goName, "an embedded struct with JSON or text methods needs a JSON name")
	case again:
	default:
		c.queue = append(c.queue, embedding{
			typ: t, index: f.index, goName: f.goName, again: c.seen[t],
			optional: f.optional || f.typ.Kind() == reflect.Pointer,
		})
		c.seen[t] = true
	}
}

// parse reads the json tag of a field; ok is false for one that has no JSON.
func (c *collector) parse(sf reflect.StructField) (f field, embed, ok bool) {
	tag, tagged := sf.Tag.Lookup("json")
	if tag == "-" || !sf.IsExported() && !sf.Anonymous {
		if tagged && tag != "-" {
			c.fail(sf.Name, "it is not exported, so its json tag has no effect")
		}
		return f, false, false
	}
	name, options, _ := strings.Cut(tag, ",")
	if strings.ContainsAny(name, "\\'\"`") {
		c.fail(sf.Name, "the json tag has a name with a quote or backslash")
	}
	f = field{name: cmp.Or(name, sf.Name), named: name != "", typ: sf.Type, tag: sf.Tag}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "", "case:ignore", "case:strict":
		case "omitzero", "omitempty":
			f.omitted = true
		case "string":
			f.quoted = true
		case "embed":
			embed = true
		default:
			c.fail(sf.Name, "the json tag has the option %q, which is not supported", option)
		}
	}
	if !sf.IsExported() && indirect(sf.Type).Kind() != reflect.Struct {
		return f, false, false
	}
	return f, embed || sf.Anonymous && name == "", true
}

// dominant drops what is hidden by a field of the same name, and restores the order.
func dominant(all []field) []field {
	slices.SortStableFunc(all, func(a, b field) int {
		return cmp.Or(strings.Compare(a.name, b.name),
			cmp.Compare(len(a.index), len(b.index)), -cmp.Compare(btoi(a.named), btoi(b.named)))
	})
	kept := all[:0]
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].name == all[0].name {
			n++
		}
		if n == 1 || len(all[0].index) != len(all[1].index) || all[0].named != all[1].named {
			kept = append(kept, all[0])
		}
		all = all[n:]
	}
	slices.SortFunc(kept, func(a, b field) int { return slices.Compare(a.index, b.index) })
	return kept
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
