package schema

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// ValidTogether is the check for schemas with shared parts, on any schema.
func ValidTogether(s *Schema, v jsonvalue.Value) bool { return validTogether(s.root, v) }

// Shared reports whether the schema is checked that way.
func Shared(s *Schema) bool { return s.shared }
