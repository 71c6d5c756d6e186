package quickjs_test

import (
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestLibraryIsFast: what the library does with much data takes a small part of
// what a loop over it in JavaScript would. The limits leave room for a busy
// machine and the race detector.
func TestLibraryIsFast(t *testing.T) {
	t.Parallel()
	const names = "Array.from({ length: 5000 }, (_, i) => `src/module${i*7%13}/file${i*31%4999}.ts`)"
	for _, c := range []struct{ name, program string }{
		{"localeCompare", "return " + names + ".sort((a, b) => a.localeCompare(b)).length"},
		{"localeCompare with options", "return " + names +
			".sort((a, b) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' })).length"},
		{"Collator", "return " + names +
			".map((n) => n + 'é').sort(new Intl.Collator().compare).length"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rt := open(t, quickjs.Config{Budgets: coderuntime.Budgets{ComputeMs: 6000}})
			if r := run(t, rt, coderuntime.Request{Program: c.program}); r.Failure != nil {
				t.Errorf("%s: %+v", c.program, r.Failure)
			}
		})
	}
}
