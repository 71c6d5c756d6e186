package quickjs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestMessagesTellNothing: however a program fails, neither its message nor what
// it can print names a path of the host, an address, a Go file or a frame of the
// library (T8).
func TestMessagesTellNothing(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{Budgets: coderuntime.Budgets{ComputeMs: 300, MaxMemoryMb: 32,
		MaxOutputBytes: 1 << 16}})
	inside := regexp.MustCompile(`dsh:library|\.go\b|0x[0-9a-f]{6}|wasm|goroutine|/src/|/pkg/mod/`)
	host, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{
		"throw new Error('x')", "null.x", "tools.missing()", "await tools.noop(1n)", "return 1n",
		"return { get a() { throw new Error('in a getter') } }", "const x: = 1", "enum A { B }", "} {",
		strings.Repeat("(", 5000), "new Proxy({}, { get() { null.x } }).a", "[1].map(() => null.x)",
		"setTimeout(() => null.x); await new Promise(() => {})", "structuredClone(() => {})",
		"Promise.reject(new Error('nobody')); await new Promise((r) => setTimeout(r, 5))",
		"new URL('no url')", "atob('%')", "for (;;) {}",
		"for (const a = [];;) a.push(new Uint8Array(1e6))",
		"const f = () => f(); f()", "await new Promise(() => {})",
		"for (;;) console.log('x'.repeat(1e4))",
		"console.log(new Error('printed').stack, tools, setTimeout, console, globalThis); null.x",
		"AbortSignal.abort().throwIfAborted()", "JSON.parse('{')", "await import('fs')",
		"Buffer.from(Symbol())", "new Intl.NumberFormat('xx-bad-tag-')", "crypto.getRandomValues(1)",
		"try { await tools.noop(1n) } catch (e) { console.log(e.stack, e) } throw 1",
	} {
		r := run(t, rt, coderuntime.Request{Program: program,
			Namespaces: []coderuntime.Namespace{noop("noop")}})
		if r.Failure == nil {
			t.Errorf("%.80s: did not fail: %+v", program, r)
			continue
		}
		text := strings.Join(r.Logs, "\n") + "\n" + r.Failure.Message
		if found := inside.FindString(text); found != "" || strings.Contains(text, host) {
			t.Errorf("%.80s: %q shows in\n%.2000s", program, found, text)
		}
	}
}
