package bash_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	goleak.VerifyTestMain(m)
}
