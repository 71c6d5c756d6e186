package schema

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Violation is one reason why a value does not satisfy a schema, or a schema not the
// subset. It is a plain value, safe to keep and to share.
type Violation struct {
	// Path is the place as the message shows it: the root label, ".name" for a member and
	// "[i]" for an item, names as they are (R33). With an empty root label the first name
	// has no dot, and a failure of the root itself is at "arguments". Of a name of more than
	// 200 code points it has the beginning; Pointer has all of it.
	Path string
	// Pointer is the same place as a JSON pointer (RFC 6901), which is never ambiguous. A
	// missing member is pointed to as if it were there.
	Pointer string
	// Kind is what is wrong.
	Kind Kind
	// Message says so in one line. It is for models and logs; the forms of R33 are stable.
	Message string
	// Name is the undeclared name of KindRequiredUndeclared, and "" otherwise.
	Name string
	// Matched is the number of branches that matched, for KindOneOf.
	Matched int

	union *union
}

// union is what [Violation.Branches] needs to look closer.
type union struct {
	node  *node
	value jsonvalue.Value
	path  path
	// shared is that of the schema.
	shared bool
}

// Branch is the verdict of one branch of a union.
type Branch struct {
	// Index is the place of the branch in oneOf, from 0.
	Index int
	// Violations is empty for a branch that matched.
	Violations []Violation
}

// Branches tells for each branch of a union why it did not match (U13). It is empty for
// violations of other kinds and for a value that is not lossless JSON. The detail is
// worked out anew by each call, one union deep: a union inside a branch is one violation
// with branches of its own. It may be called concurrently.
func (v Violation) Branches() []Branch {
	if v.union == nil {
		return nil
	}
	branches := make([]Branch, len(v.union.node.branches))
	for i, n := range v.union.node.branches {
		w := walker{path: v.union.path.clone(), shared: v.union.shared}
		w.visit(n, looseOf(v.union.value))
		branches[i] = Branch{Index: i, Violations: w.out.list()}
	}
	return branches
}

// Equal reports whether both say the same about the same place.
func (v Violation) Equal(w Violation) bool {
	v.union, w.union = nil, nil
	return v == w
}
