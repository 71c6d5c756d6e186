package schema

import (
	"fmt"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// author walks a spec in declaration order, depth first, and builds the JSON Schema for
// it. The first mistake ends the walk (R21).
type author struct {
	path    path
	failure *Violation
	// done has the nodes compiled before, by where they stood: a member may carry
	// required, other nodes may not.
	done  map[position]loose.Node
	open  map[*loose.Box]struct{}
	depth int
	count int
}

type position struct {
	node   loose.Node
	member bool
}

// fail records the first mistake, at the present place.
func (a *author) fail(kind Kind, format string, args ...any) {
	if a.failure != nil {
		return
	}
	shown := a.path.shown()
	a.failure = &Violation{
		Path: shown, Pointer: string(a.path.pointer), Kind: kind,
		Message: fmt.Sprintf("%q "+format, append([]any{shown}, args...)...),
	}
}

// failAt records a mistake at a key of the present node.
func (a *author) failAt(key string, kind Kind, format string, args ...any) {
	m := a.path.member(key)
	a.fail(kind, format, args...)
	a.path.back(m)
}

// node compiles a value node. Its result means something only while nothing failed.
func (a *author) node(spec loose.Node, member bool) loose.Node {
	switch {
	case a.failure != nil:
		return loose.Node{}
	case spec.Kind() != loose.Object:
		a.fail(KindNotARecord, "must be a node: a record with a type or a oneOf")
		return loose.Node{}
	case a.depth >= MaxDepth:
		a.fail(KindTooDeep, "is nested more than %d levels deep", MaxDepth)
		return loose.Node{}
	}
	at := position{spec, member}
	if known, ok := a.done[at]; ok {
		return known
	}
	if !a.enter(spec.Box()) {
		return loose.Node{}
	}
	a.depth++
	built := a.body(fields{spec}, member)
	a.depth--
	delete(a.open, spec.Box())
	a.remember(at, built)
	return built
}

func (a *author) enter(b *loose.Box) bool {
	if b == nil {
		return true
	}
	if _, circular := a.open[b]; circular {
		a.fail(KindCircular, "contains itself: schemas must be finite")
		return false
	}
	if a.open == nil {
		a.open = map[*loose.Box]struct{}{}
	}
	a.open[b] = struct{}{}
	return true
}

func (a *author) remember(at position, built loose.Node) {
	if a.count++; a.count < memoFrom {
		return
	}
	if a.done == nil {
		a.done = map[position]loose.Node{}
	}
	a.done[at] = built
}

// properties compiles a property map to the values of properties and required (R18).
func (a *author) properties(spec loose.Node) (properties, required loose.Node) {
	if a.failure != nil {
		return properties, required
	}
	if spec.Kind() != loose.Object {
		a.fail(KindNotAMap, "must be a property map: a record of nodes by name")
		return properties, required
	}
	if !a.enter(spec.Box()) {
		return properties, required
	}
	defer delete(a.open, spec.Box())
	members := make([]loose.Member, 0, spec.Len())
	var names []loose.Node
	seen := make(map[string]struct{}, spec.Len())
	for i := 0; i < spec.Len() && a.failure == nil; i++ {
		m := a.path.member(spec.Name(i))
		built, needed := a.member(spec.Name(i), spec.At(i), seen)
		members = append(members, loose.Member{Name: spec.Name(i), Node: built})
		if needed {
			names = append(names, textNode(spec.Name(i)))
		}
		a.path.back(m)
	}
	return loose.OfBox(loose.Record(members...)), loose.OfBox(loose.List(names...))
}

// member compiles one member of a property map: first its record and its required (R21).
func (a *author) member(
	name string, spec loose.Node, seen map[string]struct{},
) (built loose.Node, required bool) {
	if _, twice := seen[name]; twice || !utf8.ValidString(name) {
		a.fail(KindDuplicateMember, "must have a name of its own in valid UTF-8")
		return built, false
	}
	seen[name] = struct{}{}
	if spec.Kind() == loose.Object {
		required = fields{spec}.has("required")
		if required && !(fields{spec}).get("required").True() {
			a.failAt("required", KindRequiredNotTrue, "must be true or left out")
			return built, false
		}
	}
	return a.node(spec, true), required
}
