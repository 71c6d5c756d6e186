package quickjs_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// The test binary plays the checker when its first argument says so.
const (
	playErrors = "play-checker-errors"
	playHang   = "play-checker-hang"
)

// playChecker behaves like a type checker and reports whether it did.
func playChecker() bool {
	if len(os.Args) < 2 {
		return false
	}
	switch os.Args[1] {
	case playErrors:
		text, _ := os.ReadFile("program.ts")
		if strings.Contains(string(text), "tools.red(") {
			fmt.Println("program.ts(1,44): error TS2339: Property 'red' does not exist.")
			fmt.Println("namespaces.d.ts(1,1): error TS1: not of the program")
			fmt.Println("program.ts(2,3): error TS2322: another")
			os.Exit(2)
		}
	case playHang:
		time.Sleep(time.Minute)
	default:
		return false
	}
	return true
}

func TestTypeCheck(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	wrong := "await tools.red({})"
	shown := "program.ts:1:7 TS2339: Property 'red' does not exist."
	cases := []struct {
		name, program string
		check         quickjs.Check
		has, lacks    string
	}{
		{"after a failure", wrong, quickjs.Check{Command: []string{self, playErrors}},
			"The type checker reports:\n" + shown + "\nprogram.ts:2:3 TS2322: another", "of the"},
		{"limited", wrong, quickjs.Check{Command: []string{self, playErrors}, MaxErrors: 1},
			shown, "TS2322"},
		{"refused", wrong, quickjs.Check{Command: []string{self, playErrors}, Refuse: true},
			"the program has type errors:\n" + shown, "TypeError"},
		{"hanging", wrong, quickjs.Check{Command: []string{self, playHang}, TimeoutMs: 100},
			"TypeError", "checker"},
		{"missing", wrong, quickjs.Check{Command: []string{"/no/such/checker"}}, "TypeError",
			"checker"},
		{"no errors", "throw new Error('x')", quickjs.Check{Command: []string{self, playErrors}},
			"Error: x", "checker"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			rt := open(t, quickjs.Config{Check: c.check})
			r := run(t, rt, coderuntime.Request{Program: c.program,
				Namespaces: []coderuntime.Namespace{noop("read")}})
			if r.Failure == nil || !strings.Contains(r.Failure.Message, c.has) ||
				strings.Contains(r.Failure.Message, c.lacks) {
				t.Errorf("failure %+v", r.Failure)
			}
		})
	}
}
