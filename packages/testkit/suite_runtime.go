package testkit

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/runtimetest"
)

// TestCodeRuntime runs the contract of a code runtime, one subtest a rule. It is
// that of package runtimetest, kept beside the seam so that a provider needs
// nothing else; it stands here so that all contracts are found in one place.
func TestCodeRuntime(t *testing.T, open runtimetest.Open) { runtimetest.Test(t, open) }
