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
	const text = "const s = 'abcdefghij'.repeat(300000); "
	for _, c := range []struct{ name, program string }{
		{"localeCompare", "return " + names + ".sort((a, b) => a.localeCompare(b)).length"},
		{"localeCompare with options", "return " + names +
			".sort((a, b) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' })).length"},
		{"Collator", "return " + names +
			".map((n) => n + 'é').sort(new Intl.Collator().compare).length"},
		{"UTF-8", text + "const b = new TextEncoder().encode(s); return [Buffer.byteLength(s), " +
			"Buffer.from(s).length, new TextDecoder().decode(b).length, Buffer.from(b).toString().length]"},
		{"UTF-8 that is not ASCII", "const s = 'aé日😀'.repeat(200000); const b = new TextEncoder().encode(s); " +
			"return [Buffer.byteLength(s), new TextDecoder().decode(b).length]"},
		{"base64", text + "const e = Buffer.from(s).toString('base64'); " +
			"return [Buffer.from(e, 'base64').length, atob(btoa(s)).length]"},
		{"hex", text + "return Buffer.from(Buffer.from(s).toString('hex'), 'hex').length"},
		{"other encodings", text + "return ['latin1', 'utf16le', 'ascii'].map((e) => " +
			"Buffer.from(s, e).toString(e).length)"},
		{"Buffer", text + "const b = Buffer.from(s); return [b.indexOf('jk'), b.lastIndexOf('jk'), " +
			"b.equals(Buffer.from(b)), Buffer.concat([b, b]).length, Buffer.alloc(3e6, 'ab').length]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rt := open(t, quickjs.Config{Budgets: coderuntime.Budgets{ComputeMs: 6000}})
			if r := run(t, rt, coderuntime.Request{Program: c.program}); r.Failure != nil {
				t.Errorf("%s: %+v", c.program, r.Failure)
			}
		})
	}
}
