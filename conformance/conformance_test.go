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
