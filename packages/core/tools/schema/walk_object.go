package schema

import "github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"

// object reports missing members in the order of required, then violations of members in
// the order of the schema, then undeclared names in the order of the value; and only when
// there are none of these that the whole is not lossless (R33).
func (w *walker) object(n *node, v loose.Node) {
	if v.Kind() != loose.Object {
		w.must(KindType, typePhrases[shapeObject])
		return
	}
	before := w.out.len()
	places := n.object.places(v)
	w.missing(n.object, v, places)
	for i := range n.object.members {
		if places[i] < 0 || w.out.full() {
			continue
		}
		m := w.path.member(n.object.members[i].name)
		w.visit(n.object.members[i].node, v.At(int(places[i])))
		w.path.back(m)
	}
	if n.closed {
		w.undeclared(n.object, v)
	}
	if w.out.len() == before && !v.Clean() {
		w.must(KindLossless, "a lossless JSON object")
	}
}

// places tells for each declared member where the value has it: -1 where it does not, or
// has an absent marker, which is as good as not there (R34).
func (o *object) places(v loose.Node) []int32 {
	places := make([]int32, len(o.members))
	for i := range places {
		places[i] = -1
	}
	next := 0
	for i := range v.Len() {
		at := o.find(v.Name(i), next)
		if at < 0 {
			continue
		}
		next = at + 1
		if v.At(i).Kind() != loose.Absent {
			places[at] = int32(i)
		}
	}
	return places
}

func (w *walker) missing(o *object, v loose.Node, places []int32) {
	for _, at := range o.required {
		if places[at] >= 0 {
			continue
		}
		m := w.path.member(o.members[at].name)
		w.add(KindMissing, `missing required property "`+string(w.path.text)+`"`)
		w.path.back(m)
	}
}

func (w *walker) undeclared(o *object, v loose.Node) {
	next := 0
	for i := 0; i < v.Len() && !w.out.full(); i++ {
		at := o.find(v.Name(i), next)
		if at >= 0 {
			next = at + 1
			continue
		}
		m := w.path.member(v.Name(i))
		w.add(KindUndeclared, `"`+string(w.path.text)+
			`" is not a declared property (additionalProperties: false)`)
		w.path.back(m)
	}
}
