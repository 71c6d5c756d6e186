package sandbox_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	if what := os.Getenv("DSH_ATTACK"); what != "" {
		os.Exit(attack(what))
	}
	goleak.VerifyTestMain(m)
}
