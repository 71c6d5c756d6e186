package providertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Golden compares a request's body, indented, with the file of that name in testdata. With write set
// it writes the file first.
func Golden(t *testing.T, name, body string, write bool) {
	t.Helper()
	text := jsontext.Value(body)
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	path := filepath.Join("testdata", name)
	if write {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(text) {
		t.Errorf("%s is another request; got\n%s", name, text)
	}
}
