package library_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/library"
)

// TestEveryPartIsUsed: a part that is not in the order would be dead code.
func TestEveryPartIsUsed(t *testing.T) {
	t.Parallel()
	source, err := library.Source()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := os.ReadDir("js")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		text, err := os.ReadFile("js/" + part.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(source, library.Strip(string(text))) {
			t.Errorf("%s is not part of the library", part.Name())
		}
		if !strings.HasPrefix(string(text), "//") {
			t.Errorf("%s does not begin by saying what it is", part.Name())
		}
	}
}

// TestTextsStayWhole: a text over several lines would lose its indentation.
func TestTextsStayWhole(t *testing.T) {
	t.Parallel()
	source, err := library.Source()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(source) {
		if strings.Count(line, "`")%2 == 1 && !strings.ContainsAny(line, "'/") {
			t.Errorf("a text goes on after this line: %s", line)
		}
	}
}
