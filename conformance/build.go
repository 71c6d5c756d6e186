package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// build makes a value from the notation in which vector files describe schemas
// that share or contain themselves, or are too deep to write out:
//
//	root = {type:object}; root.properties = {me: root}
//	leaf = {type:string}; {type:array, items:leaf}
//	string wrapped 4000 times in {type:array, items:…}
//	20 levels of {oneOf:[…,…]} over {type:string}
//
// Statements are separated by semicolons. The value is that of the last
// expression; if the last statement is an assignment, that of its variable. A
// name that is no variable stands for itself as text, or, where a schema must
// stand, for the schema of that type.
func build(source string) (any, error) {
	b := builder{vars: map[string]any{}}
	var last any
	for _, statement := range strings.Split(source, ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		v, err := b.statement(strings.TrimSpace(statement))
		if err != nil {
			return nil, fmt.Errorf("build %q: %w", source, err)
		}
		last = v
	}
	if last == nil {
		return nil, fmt.Errorf("build %q: nothing is built", source)
	}
	return last, nil
}

type builder struct{ vars map[string]any }

var (
	assignment = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\d+\])*)\s*=\s*(.*)$`)
	push       = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*|\[\d+\])*)\.push\((.*)\)$`)
	step       = regexp.MustCompile(`\.[A-Za-z_]\w*|\[\d+\]`)
	wrapped    = regexp.MustCompile(`^(.*?)\s+(?:wrapped|nested)\s+(\d+)\s+times\s+in\s+(.*)$`)
	levels     = regexp.MustCompile(`^(\d+)\s+levels\s+of\s+(.*?)\s+(?:over|around)\s+(.*)$`)
	union      = regexp.MustCompile(
		`^(\d+)\s+levels\s+of\s+a\s+union\s+whose\s+two\s+branches\s+are\s+the\s+same\s+node.*$`,
	)
)

func (b *builder) statement(s string) (any, error) {
	if m := push.FindStringSubmatch(s); m != nil {
		return b.assign(m[1], m[2]+"[-]", m[3])
	}
	if m := assignment.FindStringSubmatch(s); m != nil {
		return b.assign(m[1], m[2], m[3])
	}
	return b.prose(s)
}

// prose is an expression, or a description of a deep one.
func (b *builder) prose(s string) (any, error) {
	if m := union.FindStringSubmatch(s); m != nil {
		return b.wrap("string", m[1], "{oneOf:[…,…]}")
	}
	if m := wrapped.FindStringSubmatch(s); m != nil {
		return b.wrap(m[1], m[2], m[3])
	}
	if m := levels.FindStringSubmatch(s); m != nil {
		return b.wrap(m[3], m[1], m[2])
	}
	return b.node(s)
}

// wrap puts the inner node into the holes of the template, count times over.
func (b *builder) wrap(inner, count, template string) (any, error) {
	n, err := strconv.Atoi(count)
	if err != nil {
		return nil, err
	}
	v, err := b.node(inner)
	for i := 0; i < n && err == nil; i++ {
		b.vars[hole] = v
		v, err = b.expression(template)
	}
	return v, err
}

// node is an expression where a bare word stands for a schema of that type.
func (b *builder) node(s string) (any, error) {
	v, err := b.expression(s)
	if word, ok := v.(string); ok && word == strings.TrimSpace(s) {
		return &Object{Members: []Member{{Name: "type", Value: word}}}, err
	}
	return v, err
}

// assign sets a variable, or a place below it, and returns the variable.
func (b *builder) assign(name, path, source string) (any, error) {
	v, err := b.prose(strings.TrimSpace(source))
	if err != nil {
		return nil, err
	}
	if path == "" {
		b.vars[name] = v
		return v, nil
	}
	target, ok := b.vars[name]
	if !ok {
		return nil, fmt.Errorf("%q is not assigned", name)
	}
	return target, place(
		target,
		step.FindAllString(strings.TrimSuffix(path, "[-]"), -1),
		strings.HasSuffix(path, "[-]"),
		v,
	)
}

// place walks to the container at the end of the path and sets or appends v.
func place(at any, steps []string, appending bool, v any) error {
	if appending {
		return appendAt(at, steps, v)
	}
	for i, s := range steps {
		last := i == len(steps)-1
		o, isObject := at.(*Object)
		list, isList := at.([]any)
		index, err := strconv.Atoi(strings.Trim(s, "[]"))
		switch {
		case isObject && last:
			o.Set(s[1:], v)
		case isObject:
			at, _ = o.Get(s[1:])
		case isList && err == nil && index < len(list) && last:
			list[index] = v
		case isList && err == nil && index < len(list):
			at = list[index]
		default:
			return fmt.Errorf("there is no %s", s)
		}
	}
	return nil
}

// appendAt replaces the list at the path by a longer one.
func appendAt(at any, steps []string, v any) error {
	var holder any
	for _, s := range steps {
		holder = at
		o, ok := at.(*Object)
		if !ok {
			return fmt.Errorf("there is no %s", s)
		}
		at, _ = o.Get(s[1:])
	}
	list, ok := at.([]any)
	o, inObject := holder.(*Object)
	if !ok || !inObject {
		return fmt.Errorf("%v is no list", steps)
	}
	o.Set(steps[len(steps)-1][1:], append(list, v))
	return nil
}

// build makes a depth case's schema and value: described separately, or by the
// number of nested arrays around a string.
func (c depthCase) build() (schema, value any, err error) {
	schemaText, valueText := c.SchemaBuild, c.ValueBuild
	if schemaText == "" && c.Depth > 0 {
		schemaText = fmt.Sprintf("string wrapped %d times in {type:array, items:…}", c.Depth)
	}
	if valueText == "" && c.Depth > 0 {
		valueText = fmt.Sprintf(`"x" wrapped %d times in […]`, c.Depth)
	}
	if schemaText == "" {
		schemaText, valueText = splitBuild(c.Build)
	}
	if schema, err = build(schemaText); err != nil {
		return nil, nil, err
	}
	value, err = build(valueText)
	return schema, value, err
}

var halves = regexp.MustCompile(`^\s*schema\s*[:=]?\s*(.*?)[;,]\s*value\s*[:=]?\s*(.*)$`)

// splitBuild takes "schema …; value …" apart.
func splitBuild(source string) (schema, value string) {
	if m := halves.FindStringSubmatch(source); m != nil {
		return m[1], m[2]
	}
	return source, source
}
