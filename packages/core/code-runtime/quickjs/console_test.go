package quickjs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

func TestConsoleVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		Cases []struct {
			ID, Args, Line string
			Tier           int
		}
	}
	loadVectors(t, "ptc-console.json", &file)
	rt := open(t, quickjs.Config{})
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			r := run(t, rt, coderuntime.Request{Program: "console.log(" + c.Args + ");"})
			if diff := cmp.Diff([]string{c.Line}, r.Logs); diff != "" || r.Failure != nil {
				t.Errorf("tier %d: console.log(%s) (-want +have):\n%s%+v", c.Tier, c.Args, diff,
					r.Failure)
			}
		})
	}
}
