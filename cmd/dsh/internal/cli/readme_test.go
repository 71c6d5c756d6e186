package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
)

// The front page shows what its program prints: the table above a summary whose
// text stands there.
func TestProgramOfReadme(t *testing.T) {
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, t.Context(), "", "run", "-C", root, filepath.Join(root, "examples/programs/inventory.ts"))
	at := strings.Index(got.out, "{\n")
	if got.code != cli.ExitOK || at < 0 {
		t.Fatalf("%+v", got)
	}
	if table := got.out[:at]; !strings.Contains(table, "packages/core/tools ") {
		t.Errorf("the table lacks a module:\n%s", table)
	}
	if summary := got.out[at:]; !strings.Contains(string(page), summary) {
		t.Errorf("the front page does not show what its program returns:\n%s", summary)
	}
}
