package conformance_test

import (
	"flag"
	"os"
	"testing"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/conformance/dshdriver"
)

var vectors = flag.String("vectors", "testdata", "directory of vector files to run")

// TestVectors runs the vector files against this product.
func TestVectors(t *testing.T) {
	conformance.Run(t, os.DirFS(*vectors), dshdriver.New())
}

// TestMoreVectors runs cases of our own: the words and notations that the shared
// files list and do not use.
func TestMoreVectors(t *testing.T) {
	conformance.Run(t, os.DirFS("testdata/more"), dshdriver.New())
}
