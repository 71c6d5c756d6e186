package anthropic_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files in testdata")

// golden compares with testdata; run with -update to write what came out.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func indent(t *testing.T, v jsonvalue.Value) string {
	t.Helper()
	text := jsontext.Value(v.Text())
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}
