package textdiff_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/textdiff"
)

func ExampleHunks() {
	for _, h := range textdiff.Hunks("one\ntwo\nthree\n", "one\n2\nthree\n") {
		fmt.Printf("line %d: %q became %q\n", h.OldLine, h.OldText, h.NewText)
	}
	// Output: line 1: "one\ntwo\nthree\n" became "one\n2\nthree\n"
}
