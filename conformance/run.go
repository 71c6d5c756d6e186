package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// vectorCase is one case of a suite.
type vectorCase struct {
	id, reason string
	// bubble runs the case in virtual time.
	bubble bool
	// check runs the case and returns what is wrong. An error that is
	// [errors.ErrUnsupported] skips the case.
	check func(d Driver) error
}

// suite decodes one vector file strictly: what it does not know is an error.
type suite func(file []byte) ([]vectorCase, error)

// Run runs every vector file of dir against d, one subtest a case, named by
// suite and id, and returns the summary that it also logs. A file whose suite is
// unknown, or that holds a field, operation or word that its format does not
// list, fails the run.
func Run(t *testing.T, dir fs.FS, d Driver) *Summary {
	t.Helper()
	sum := &Summary{Driver: d.Name()}
	files, err := vectorFiles(dir)
	if err != nil {
		t.Error(err)
		return sum
	}
	known := suites()
	for _, name := range files {
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			load, ok := known[strings.TrimSuffix(name, ".json")]
			if !ok {
				sum.Failed++
				t.Fatalf(
					"%s: no suite of this name: this runner knows %s",
					name,
					strings.Join(names(known), ", "),
				)
			}
			runFile(t, dir, name, load, d, sum)
		})
	}
	t.Log(sum)
	return sum
}

// vectorFiles lists the vector files of a directory. Other files may lie beside
// them.
func vectorFiles(dir fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) == ".json" {
			files = append(files, e.Name())
		}
	}
	if files == nil {
		return nil, errors.New(
			"vectors: the directory has no .json files: name one that holds vector files",
		)
	}
	return files, nil
}

func names(known map[string]suite) []string {
	list := make([]string, 0, len(known))
	for name := range known {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

func runFile(t *testing.T, dir fs.FS, name string, load suite, d Driver, sum *Summary) {
	text, err := fs.ReadFile(dir, name)
	if err != nil {
		sum.Failed++
		t.Fatal(err)
	}
	cases, err := load(text)
	if err != nil {
		sum.Failed++
		t.Fatalf("%s: %v", name, err)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		if c.id == "" || seen[c.id] {
			sum.Failed++
			t.Errorf("%s: case id %q is empty or occurs twice", name, c.id)
			continue
		}
		seen[c.id] = true
		t.Run(c.id, func(t *testing.T) { runCase(t, c, d, sum) })
	}
}

// runCase runs one case and counts it.
func runCase(t *testing.T, c vectorCase, d Driver, sum *Summary) {
	var err error
	if c.bubble {
		synctest.Test(t, func(*testing.T) { err = contained(c, d) })
	} else {
		err = contained(c, d)
	}
	switch {
	case err == nil:
		sum.Passed++
	case errors.Is(err, errors.ErrUnsupported):
		sum.skip(t.Name(), err.Error())
		t.Skip(err)
	default:
		sum.Failed++
		t.Errorf("%s\n%v", c.reason, err)
	}
}

// contained turns a panic of the driver into the case's failure.
func contained(c vectorCase, d Driver) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the driver panicked: %v\n%s", v, debug.Stack())
		}
	}()
	return c.check(d)
}
