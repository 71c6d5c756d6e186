package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// Valid reports whether v satisfies the schema. It reads v where it stands: from its text,
// in one pass and without building a tree, when v came from text and nobody asked for its
// parts yet; from its tree otherwise. It allocates nothing for a valid value, or next to
// nothing where a member's name or an enum's string is spelled with escapes. An absent v
// is not valid.
func (s *Schema) Valid(v jsonvalue.Value) bool {
	if s.shared {
		return validTogether(s.root, v)
	}
	if text, ok := v.Raw(); ok {
		return validText(s.root, text)
	}
	return validTree(s.root, v)
}

// Violations returns the reasons why v does not satisfy the schema, with the messages and
// in the order of R33; none for a valid value. root labels the root in paths: "value" for
// the outputs of tools, "" for arguments. The whole takes time linear in the size of v;
// when the text of the list passes one mebibyte it ends with KindTruncated.
func (s *Schema) Violations(v jsonvalue.Value, root string) []Violation {
	if s.Valid(v) {
		return nil
	}
	return s.walk(looseOf(v), root)
}

// CheckArguments is [Schema.Violations] for the arguments of a call: the root has no label
// (R33).
func (s *Schema) CheckArguments(args jsonvalue.Value) []Violation {
	return s.Violations(args, "")
}
