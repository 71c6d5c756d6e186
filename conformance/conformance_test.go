package conformance_test

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"path"
	"slices"
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

// TestSteps runs what the vector files say about steps once more, as steps of an
// agent: the order and the view of tools, spilling, scheduling, and every case of
// the newest behaviour that a step can show.
func TestSteps(t *testing.T) {
	for dir, beyond := range map[string]string{
		"testdata": "new-cond-no-set new-no-agent new-no-log new-set-other-agent sch-new-no-log " +
			"spill-021 view-scope-dispose",
		"testdata/more": "more-live-view more-set-released",
	} {
		t.Run(dir, func(t *testing.T) {
			sum := conformance.Run(t, only{os.DirFS(dir)}, dshdriver.Loop{})
			var names []string
			for reason, cases := range sum.Skipped {
				if !strings.HasPrefix(reason, "the driver has no") {
					for _, c := range cases {
						names = append(names, path.Base(c))
					}
				}
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != beyond {
				t.Errorf("no step can show %s; want %s", got, beyond)
			}
		})
	}
}

// only are the vector files that say something about steps.
type only struct{ fs.FS }

var stepFiles = []string{
	"tool-order.json", "registry-view.json", "spill.json", "scheduling.json", "pipeline-outcomes.json",
}

// ReadDir lists them.
func (o only) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.FS, name)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		return !slices.Contains(stepFiles, e.Name())
	}), err
}
