package conformance_test

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/conformance/dshdriver"
)

var (
	vectors = flag.String("vectors", "testdata", "directory of vector files to run")
	tsc     = flag.String(
		"tsc",
		"",
		"TypeScript compiler to check the text about tools with, such as \"npx tsc\"",
	)
)

// product returns the driver of this product, closed with the test.
func product(t *testing.T) conformance.Driver {
	d := dshdriver.New()
	t.Cleanup(func() {
		if err := d.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return d
}

// TestVectors runs the vector files against this product.
func TestVectors(t *testing.T) { conformance.Run(t, os.DirFS(*vectors), product(t)) }

// TestMoreVectors runs cases of our own: the words and notations that the shared
// files list and do not use.
func TestMoreVectors(t *testing.T) {
	conformance.Run(t, os.DirFS("testdata/more"), product(t))
}

// TestTypes compiles what the text about tools promises, where a compiler is
// given.
func TestTypes(t *testing.T) {
	if *tsc == "" {
		t.Skip("no TypeScript compiler is given: use -tsc")
	}
	conformance.RunTypes(t, os.DirFS(*vectors), product(t), strings.Fields(*tsc))
}
