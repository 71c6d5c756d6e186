package schema

import (
	"strconv"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

// CheckAny takes a snapshot of a value in Go memory (R39) and checks it in one step. When
// the snapshot succeeds it returns it with the violations that [Schema.Violations] finds.
// A value that is not lossless JSON has no snapshot; the violations then tell which part is
// to blame, by the rules for such values (R33): a NaN in a number node, a function where an
// object belongs, a cycle or an absent member somewhere in a container.
func (s *Schema) CheckAny(v any, root string) (jsonvalue.Value, []Violation) {
	snapshot, err := jsonvalue.From(v)
	if err == nil {
		return snapshot, s.Violations(snapshot, root)
	}
	raw := loose.From(v, nil)
	found := s.walk(raw, root)
	if len(found) == 0 { // lossless but beyond the limits of a snapshot
		shown := emptyRootOr(root)
		found = []Violation{{
			Path: shown, Kind: KindLossless, Message: `"` + shown + `": ` + err.Error(),
		}}
	}
	return jsonvalue.Value{}, found
}

func emptyRootOr(root string) string {
	p := rootPath(root)
	return p.shown()
}

func (s *Schema) walk(v loose.Node, root string) []Violation {
	w := walker{path: rootPath(root), shared: s.shared}
	w.visit(s.root, v)
	return w.out.list()
}

// walker reports violations in the order of R33. It goes over each part of the value once;
// the branches of a union are only counted.
type walker struct {
	path   path
	out    report
	shared bool
}

func (w *walker) add(kind Kind, message string) {
	w.out.add(Violation{
		Path: w.path.shown(), Pointer: string(w.path.pointer), Kind: kind, Message: message,
	})
}

// must reports that the present place must be something.
func (w *walker) must(kind Kind, what string) {
	w.add(kind, `"`+w.path.shown()+`" must be `+what)
}

func (w *walker) visit(n *node, v loose.Node) {
	switch {
	case w.out.full():
	case n.shape == shapeAny:
		if !v.Clean() {
			w.must(KindLossless, "a lossless JSON value")
		}
	case n.shape == shapeUnion:
		w.union(n, v)
	case n.shape == shapeArray:
		w.array(n, v)
	case n.shape == shapeObject:
		w.object(n, v)
	default:
		w.scalar(n, v)
	}
}

var typePhrases = [...]string{
	shapeString: "a string", shapeNumber: "a number", shapeInteger: "an integer",
	shapeBoolean: "a boolean", shapeNull: "null", shapeArray: "an array", shapeObject: "an object",
}

// scalar reports the first of type, enum and const that fails.
func (w *walker) scalar(n *node, v loose.Node) {
	value, err := v.Value()
	switch {
	case n.shape == shapeNumber && v.Kind() == loose.NonFinite:
		w.must(KindNonFinite, "a finite JSON number")
	case n.shape == shapeString && v.Kind() == loose.String && err != nil:
		w.must(KindLossless, "a lossless JSON value")
	case err != nil, !shapeKinds[n.shape].has(value.Kind()),
		n.shape == shapeInteger && !isIntegral(value):
		w.must(KindType, typePhrases[n.shape])
	case n.literals == nil:
	case !n.literals.inEnum(value):
		w.must(KindEnum, "one of "+listText(n.literals.enum))
	case !n.literals.isConstant(value):
		w.must(KindConst, literalText(n.literals.constant))
	}
}

// union counts the branches that match. A value that is not lossless matches none.
func (w *walker) union(n *node, v loose.Node) {
	matched := 0
	value, err := v.Value()
	switch {
	case err != nil:
	case w.shared:
		matched = n.tally(judge(n.branches, value))
	default:
		matched = n.matches(value)
	}
	if matched == 1 {
		return
	}
	found := Violation{
		Path: w.path.shown(), Pointer: string(w.path.pointer), Kind: KindOneOf, Matched: matched,
		Message: `"` + w.path.shown() + `" must match exactly one oneOf branch (matched ` +
			strconv.Itoa(matched) + `)`,
	}
	if err == nil {
		found.union = &union{node: n, value: value, path: w.path.clone(), shared: w.shared}
	}
	w.out.add(found)
}

func (w *walker) array(n *node, v loose.Node) {
	if v.Kind() != loose.Array {
		w.must(KindType, typePhrases[shapeArray])
		return
	}
	before := w.out.len()
	if n.items != nil {
		for i := 0; i < v.Len() && !w.out.full(); i++ {
			m := w.path.item(i)
			w.visit(n.items, v.At(i))
			w.path.back(m)
		}
	}
	if w.out.len() == before && !v.Clean() {
		w.must(KindLossless, "a dense lossless JSON array")
	}
}
