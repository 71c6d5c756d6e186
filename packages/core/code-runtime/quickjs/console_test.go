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

// TestConsoleLikeNode compares what methods of the console print with what Node
// printed.
func TestConsoleLikeNode(t *testing.T) {
	t.Parallel()
	var file struct {
		Programs []struct {
			Program string
			Logs    []string
		}
	}
	loadVectors(t, "node-console.json", &file)
	rt := open(t, quickjs.Config{})
	for _, c := range file.Programs {
		r := run(t, rt, coderuntime.Request{Program: c.Program})
		if diff := cmp.Diff(c.Logs, r.Logs); diff != "" || r.Failure != nil {
			t.Errorf("%s (-want +have):\n%s%+v", c.Program, diff, r.Failure)
		}
	}
}

// TestConsoleRunsNothing: no getter, trap or method of a program runs while what
// it has is shown (P51).
func TestConsoleRunsNothing(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	const prelude = "const ran = () => { throw new Error('ran') };\n" +
		"const traps = new Proxy({}, { get: () => ran });\n" +
		"const trapped = (x) => new Proxy(x, traps);\n" +
		"const revoked = (({ proxy, revoke }) => { revoke(); return proxy " +
		"})(Proxy.revocable([], {}));\n"
	for program, want := range map[string]string{
		"console.log(trapped([trapped({ a: trapped(ran) })]))":              "[ { a: [Function: ran] } ]",
		"console.log(revoked)":                                              "<Revoked Proxy>",
		"console.log([revoked])":                                            "[ <Revoked Proxy> ]",
		"console.log({ get a() { ran() } })":                                "{ a: [Getter] }",
		"console.log(new (class { get [Symbol.toStringTag]() { ran() } }))": "{}",
		"console.dir(trapped({ a: 1 }), trapped({ depth: 0 }))":             "{ a: 1 }",
		"console.table(trapped([trapped({ a: 1 })]))": "┌─────────┬───┐\n│ (index) │ a " +
			"│\n├─────────┼───┤\n│ 0       │ 1 │\n└─────────┴───┘",
		"console.table([{ get a() { ran() } }])": "┌─────────┬──────────┐\n│ (index) │ " +
			"a        │\n├─────────┼──────────┤\n│ 0       │ [Getter] │\n└─────────┴──────────┘",
		"console.table([revoked])": "┌─────────┬─────────────────┐\n│ (index) │ Values  " +
			"        │\n├─────────┼─────────────────┤\n│ 0       │ <Revoked Proxy> " +
			"│\n└─────────┴─────────────────┘",
		"const e = new Error('x'); e.stack = 'x'; Object.defineProperty(e, 'name', { " +
			"get: ran }); console.log(e)": "[x]",
	} {
		r := run(t, rt, coderuntime.Request{Program: prelude + program})
		if diff := cmp.Diff([]string{want}, r.Logs); diff != "" || r.Failure != nil {
			t.Errorf("%s (-want +have):\n%s%+v", program, diff, r.Failure)
		}
	}
}
