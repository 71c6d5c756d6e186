package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
)

// recorded is the file of a session that read a file.
func recorded(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s.jsonl")
	got := run(t, t.Context(), "", "agent", "--script", script(t, reads), "-C", workspace(t), "--session", file, "go")
	if got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	return file
}

func TestSessionReads(t *testing.T) {
	file := recorded(t)
	for _, tt := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"show", []string{"show", file}, 0, "user: go\nassistant: Looking.\n"},
		{"show all", []string{"show", "--all", file}, 0, "request/header"},
		{"show nothing", []string{"show", file + "x"}, 2, "there is no log"},
		{"show: lines", []string{"show", "--max-lines", "-1", file}, 2, "it must be 0 or more"},
		{"export", []string{"export", file}, 0, "## Assistant\n\nIt says alpha.\n"},
		{"export messages", []string{"export", "--format", "messages", file}, 0, `"role": "tool"`},
		{"export events", []string{"export", "--format", "events", file}, 0, `"turn/end"`},
		{"export: form", []string{"export", "--format", "pdf", file}, 2, "it must be events or messages or markdown"},
		{"repair", []string{"repair", file}, 0, "nothing to repair\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), "", append([]string{"session"}, tt.args...)...)
			if got.code != tt.code || !strings.Contains(got.out+got.err, tt.want) {
				t.Errorf("exit %d: %s%s; want %d, %q", got.code, got.out, got.err, tt.code, tt.want)
			}
		})
	}
}

// Damage in the middle is refused, then cut off, and what was there is kept.
func TestSessionRepair(t *testing.T) {
	file := recorded(t)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := strings.Replace(string(text), `"type":"tool/result"`, `"type":"tool/resul`, 1)
	if damaged == string(text) {
		t.Fatal("nothing was damaged")
	}
	if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, t.Context(), "", "agent", "--session", file, "--resume", "go"); got.code != 1 || !strings.Contains(got.err, "see dsh session repair") {
		t.Errorf("resume: exit %d, %s", got.code, got.err)
	}
	if got := run(t, t.Context(), "", "session", "show", file); got.code != 1 || !strings.Contains(got.err, "see dsh session repair") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got := run(t, t.Context(), "", "session", "repair", file)
	if got.code != 0 || !strings.Contains(got.out, "backup: "+file+".broken-") || !strings.Contains(got.out, "1 calls with unknown outcome") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	if got := run(t, t.Context(), "", "session", "show", file); got.code != 0 {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

// A repair that cannot help does not lead to itself.
func TestSessionBeyondRepair(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(file, []byte("no header\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, t.Context(), "", "session", "repair", file)
	if got.code != cli.ExitFailed || !strings.Contains(got.err, "nothing of this file can be repaired") ||
		strings.Contains(got.err, "see dsh session repair") {
		t.Errorf("%+v", got)
	}
}
