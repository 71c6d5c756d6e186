package one

import (
	_ "github.com/dsh-go/dsh/packages/policy/two" // want `both of layer 3`
	_ "github.com/google/go-cmp/cmp"
)
