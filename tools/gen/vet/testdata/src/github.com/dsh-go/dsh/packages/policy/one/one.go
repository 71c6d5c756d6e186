package one

import (
	_ "fmt"

	_ "github.com/dsh-go/dsh/packages/core/tools"
	_ "github.com/dsh-go/dsh/packages/policy/two" // want `packages/policy/one and packages/policy/two are both of layer 3`
	_ "github.com/google/go-cmp/cmp"              // want `packages/policy/one must not import github.com/google/go-cmp/cmp`
	_ "github.com/tetratelabs/wazero"             // want `packages/policy/one must not import github.com/tetratelabs/wazero: it is kept in packages/core/code-runtime/quickjs`
)
