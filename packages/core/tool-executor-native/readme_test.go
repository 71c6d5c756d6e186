package native_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// The first Go example of the repository's README is the text of this package's
// Example, which runs as a test.
func TestFirstExampleOfReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is not in its repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(readme), "```go\n")
	block, _, _ = strings.Cut(block, "```\n")
	_, example, _ := strings.Cut(string(source), "\n)\n\n") // after the imports
	if block != example {
		t.Errorf("the README has\n%s\nexample_test.go has\n%s", block, example)
	}
}
