package sandbox_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func TestMain(m *testing.M) {
	if os.Getenv("DSH_TEST_NO_HOOK") == "" {
		sandbox.Main()
	}
	if what := os.Getenv("DSH_ATTACK"); what != "" {
		os.Exit(attack(what))
	}
	goleak.VerifyTestMain(m)
}
