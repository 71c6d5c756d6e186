package schema

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema/internal/loose"
)

const (
	// MaxDepth is the number of nested schema nodes that a schema may have.
	MaxDepth = 1 << 17
	// MaxNodes is the number of nodes that a schema may have when its shared parts are
	// written out. Sharing itself costs nothing (U12), but a schema is shown to models as
	// text, and text cannot share.
	MaxNodes = 1 << 22
)

// Schema is a schema of the enforced subset (R30), compiled for checking. It is immutable
// and safe for concurrent use. Get one from [Compile].
type Schema struct {
	document jsonvalue.Value
	root     *node
	// shared is set when parts of the schema are shared in such a way that a plain walk
	// could look at one part of a value over and over (U12).
	shared bool
}

// Compile checks that raw lies in the enforced subset of JSON Schema and compiles it (R30
// to R32). The subset is: type (one of the seven names), oneOf, properties, required,
// additionalProperties (a boolean), items (one schema), enum and const on scalars, and the
// annotations description, title, default and examples. Everything else is refused, never
// ignored.
//
// The error is an [*Error] with all violations in walk order, at paths rooted at "schema".
func Compile(raw jsonvalue.Value) (*Schema, error) {
	return compile(loose.Of(raw), false)
}

// CompileObject is [Compile] for schemas whose root must be an object, as the structured
// output that callers define (R37). A schema that is otherwise valid but has another root
// is refused with KindObjectRoot.
func CompileObject(raw jsonvalue.Value) (*Schema, error) {
	return compile(loose.Of(raw), true)
}

// CompileAny is [Compile] for a schema in Go memory: maps of type map[string]any, lists of
// type []any, jsonvalue's ordered objects and values, and scalars (R28). What JSON cannot
// hold (a NaN default, a map that contains itself) is reported like every other violation,
// and a map that occurs in several places is compiled once.
func CompileAny(raw any) (*Schema, error) {
	return compile(loose.From(raw, nil), false)
}

// looseOf shortens the name for the walkers.
func looseOf(v jsonvalue.Value) loose.Node { return loose.Of(v) }

func compile(raw loose.Node, objectRoot bool) (*Schema, error) {
	c := checker{path: rootPath("schema")}
	root := c.node(raw)
	if c.out.len() == 0 {
		c.finish(root, objectRoot)
	}
	if c.out.len() > 0 {
		return nil, &Error{Code: CodeUnsupported, Stage: StageRaw, Violations: c.out.list()}
	}
	document, err := raw.Value()
	if err != nil { // the checks above leave nothing unclean
		return nil, fmt.Errorf("%s%w", leadIn, err)
	}
	return &Schema{document: document, root: root, shared: root.visits > 2*c.nodes+16}, nil
}

// finish reports what concerns the schema as a whole.
func (c *checker) finish(root *node, objectRoot bool) {
	if root.nodes > MaxNodes {
		c.add(KindTooLarge, fmt.Sprintf(
			"%q repeats shared parts until it has more than %d nodes: share less", c.path.shown(), MaxNodes))
	}
	if objectRoot && root.shape != shapeObject {
		m := c.path.member("type")
		c.add(KindObjectRoot, fmt.Sprintf("%q must be \"object\" at the root", c.path.shown()))
		c.path.back(m)
	}
}

// Value returns the schema document itself, as it was given.
func (s *Schema) Value() jsonvalue.Value { return s.document }

// String returns the text of the schema document.
func (s *Schema) String() string { return s.document.Text() }
