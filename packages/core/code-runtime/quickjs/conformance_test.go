package quickjs_test

import (
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/code-runtime/runtimetest"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	runtimetest.Test(t, func(t *testing.T, budgets coderuntime.Budgets) coderuntime.Runtime {
		return open(t, quickjs.Config{Budgets: budgets})
	})
}
