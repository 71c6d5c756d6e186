package tstypes

import "github.com/dsh-go/dsh/packages/core/tools/schema"

// Size is the length of the text as it is worked out before it is written.
func Size(s *schema.Schema, level int) int64 {
	return measurer{}.measure(s.Root()).at(int64(level))
}
