package jsonschemafull

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxReport bounds the text of a list of violations, in bytes.
const maxReport = 1 << 20

// reporter turns the library's tree of causes into a list of findings.
type reporter struct{ found []finding }

// finding is a violation whose path is not spelled out yet: of many on long paths only
// the first are shown.
type finding struct {
	steps         []string
	kind          schema.Kind
	matched       int
	before, after string
}

// report lists the violations. The library goes over maps in no order, so they are sorted
// by place.
func report(
	failure *jsonschema.ValidationError, v jsonvalue.Value, root string,
) []schema.Violation {
	var r reporter
	r.visit(failure)
	slices.SortFunc(r.found, compareFindings)
	r.found = slices.CompactFunc(r.found, sameFinding)
	var all []schema.Violation
	size := 0
	for _, f := range r.found {
		path, pointer := schema.Place(v, root, f.steps)
		found := schema.Violation{
			Path: path, Pointer: pointer, Kind: f.kind, Matched: f.matched,
			Message: f.before + `"` + path + `"` + f.after,
		}
		if size += len(path) + len(pointer) + len(found.Message); size > maxReport && len(all) > 0 {
			return append(all, schema.Violation{
				Kind: schema.KindTruncated, Message: "further violations are not listed"})
		}
		all = append(all, found)
	}
	return all
}

func compareFindings(a, b finding) int {
	return cmp.Or(slices.CompareFunc(a.steps, b.steps, compareSteps),
		cmp.Compare(a.before, b.before), cmp.Compare(a.after, b.after))
}

func sameFinding(a, b finding) bool { return compareFindings(a, b) == 0 }

// compareSteps orders indexes by number and everything else by text.
func compareSteps(a, b string) int {
	i, errA := strconv.Atoi(a)
	j, errB := strconv.Atoi(b)
	if errA == nil && errB == nil {
		return cmp.Or(cmp.Compare(i, j), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}

// visit reports the leaves. A choice between schemas is a leaf: what its branches say is
// no reason of its own (R33).
func (r *reporter) visit(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.OneOf:
		matched := len(k.Subschemas)
		r.found = append(r.found, finding{
			steps: e.InstanceLocation, kind: schema.KindOneOf, matched: matched,
			after: " must match exactly one oneOf branch (matched " + strconv.Itoa(matched) + ")",
		})
	case *kind.AnyOf:
		r.add(e, KindKeyword, "must match at least one anyOf branch")
	case *kind.PropertyNames:
		r.add(e, KindKeyword, "must not have a property named "+strconv.Quote(k.Property))
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		r.other(e)
	default:
		if len(e.Causes) == 0 {
			r.leaf(e)
		}
		for _, cause := range e.Causes {
			r.visit(cause)
		}
	}
}

// leaf reports a failure without causes.
func (r *reporter) leaf(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		r.missing(e, k.Missing)
	case *kind.DependentRequired:
		r.missing(e, k.Missing)
	case *kind.Dependency:
		r.missing(e, k.Missing)
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			r.found = append(r.found, finding{
				steps: below(e, name), kind: schema.KindUndeclared,
				after: " is not a declared property (additionalProperties: false)",
			})
		}
	case *kind.Type:
		r.add(e, schema.KindType, "must be "+typePhrase(k.Want))
	case *kind.Enum:
		r.add(e, schema.KindEnum, "must be one of "+literalText(k.Want))
	case *kind.Const:
		r.add(e, schema.KindConst, "must be "+literalText(k.Want))
	case *kind.Not:
		r.add(e, KindKeyword, "must not match the schema under not")
	case *kind.FalseSchema:
		r.add(e, KindKeyword, "is not allowed here")
	case *kind.RefCycle:
		r.add(e, KindKeyword, "cannot be checked: the schema refers to itself without end")
	default:
		r.other(e)
	}
}

func (r *reporter) missing(e *jsonschema.ValidationError, names []string) {
	for _, name := range names {
		r.found = append(r.found, finding{
			steps: below(e, name), kind: schema.KindMissing, before: "missing required property ",
		})
	}
}

// below is the place of a member of the failing object.
func below(e *jsonschema.ValidationError, name string) []string {
	return append(slices.Clone(e.InstanceLocation), name)
}

func (r *reporter) add(e *jsonschema.ValidationError, k schema.Kind, what string) {
	r.found = append(r.found, finding{steps: e.InstanceLocation, kind: k, after: " " + what})
}

// other reports in the words of the library.
func (r *reporter) other(e *jsonschema.ValidationError) {
	words := e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	r.add(e, KindKeyword, "is not valid: "+words)
}

var phrases = map[string]string{
	"string": "a string", "number": "a number", "integer": "an integer", "boolean": "a boolean",
	"null": "null", "array": "an array", "object": "an object",
}

func typePhrase(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = phrases[name]
	}
	return strings.Join(words, " or ")
}
