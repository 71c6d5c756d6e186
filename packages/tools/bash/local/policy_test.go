package local_test

import "github.com/dsh-go/dsh/packages/tools/bash/sandbox"

func policyReadOnly() sandbox.Policy { return sandbox.Policy{Mode: sandbox.ReadOnly} }
