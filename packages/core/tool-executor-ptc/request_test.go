package ptc_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// A runtime gets the text, one namespace with the names of all tools and the class
// of its rejections, and declarations that say the same (P2, P3).
func TestRequest(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(context.Context, *calls) string { return "1" })
	w.tool("one", returns("v"))
	w.tool("odd-name", returns("v"))
	w.run(t.Context())
	r := w.runtime.request
	if r.Program != "return 1" || len(r.Namespaces) != 1 {
		t.Fatalf("got %+v", r)
	}
	n := r.Namespaces[0]
	if n.Global != "tools" || strings.Join(n.Members, " ") != "one odd-name" ||
		*n.ErrorClass != (coderuntime.ErrorClass{Name: "ToolCallError", MemberNameProperty: "toolName"}) {
		t.Errorf("namespace %+v", n)
	}
	text := r.Declarations()
	for _, part := range []string{"tools", "one", `"odd-name"`, "class ToolCallError"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in the declarations:\n%s", part, text)
		}
	}
}

// Programs never overlap within a batch (P115).
func TestProgramsDoNotOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := 0
		w := newWorld(t, ptc.Config{}, func(context.Context, *calls) string {
			if running++; running > 1 {
				t.Errorf("%d programs run at once", running)
			}
			time.Sleep(time.Second) // of the bubble
			running--
			return "1"
		})
		call := tools.RawCall{Name: "run_code", Arguments: runCode}
		out, err := w.reg.Execute(t.Context(), &tools.Batch{Agent: w.agent, Calls: []tools.RawCall{call, call, call}})
		must(t, err)
		for _, o := range out.Outcomes {
			if o.Result.IsError() {
				t.Error(o.Result.Failure())
			}
		}
	})
}

// A result that no value can hold fails as any lossy result does, with what was
// printed (P26, P111).
func TestTooDeepResult(t *testing.T) {
	w := newWorld(t, ptc.Config{}, func(context.Context, *calls) string {
		return strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	})
	w.runtime.logs = []string{"printed"}
	f := w.run(t.Context()).Result.Failure()
	if f == nil || f.Code() != ptc.CodeRunFailed ||
		f.Message() != "code run failed (invalid-output): the result is nested deeper than 10000 levels: return it flatter, or as text\nCaptured output:\nprinted" {
		t.Errorf("got %+v", f)
	}
}
