package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
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

// The front page shows what happens to hostile programs.
func TestHostileProgramsOfReadme(t *testing.T) {
	page, err := os.ReadFile("../../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?m)^\$ echo '(.*)' \| dsh (run .*)\n((?:[^$\x60].*\n)+)`).FindAllSubmatch(page, -1)
	if len(shown) < 3 {
		t.Fatalf("%d hostile programs are shown", len(shown))
	}
	for _, m := range shown {
		program, args, want := string(m[1]), strings.Fields(string(m[2])), string(m[3])
		got := run(t, t.Context(), program, append(args, "-C", t.TempDir())...)
		if got.code != cli.ExitFailed || got.out != "" || got.err != want {
			t.Errorf("%s: exit %d: %s%s, want %s", program, got.code, got.out, got.err, want)
		}
	}
}
