//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// place is where run.sh installed things.
func place(t *testing.T, variable string, parts ...string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Fatalf("%s is not set: run packages/tools/mcp/e2e/run.sh", variable)
	}
	return filepath.Join(append([]string{dir}, parts...)...)
}

func module(t *testing.T, parts ...string) string { return place(t, "MCP_E2E_MODULES", parts...) }
func binary(t *testing.T, name string) string     { return place(t, "MCP_E2E_BIN", name) }

// output runs a command and returns what it printed; it must succeed.
func output(t *testing.T, stdin string, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Stdin = strings.NewReader(stdin)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", filepath.Base(name), args, err, out, errs.String())
	}
	return string(out)
}

// world is a workspace with a file, and the configuration of the reference
// servers over it.
type world struct{ dir, config string }

func newWorld(t *testing.T) world {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alpha\nbeta\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := func(name string, args ...string) map[string]any {
		return map[string]any{
			"command": "node",
			"args":    append([]string{module(t, "@modelcontextprotocol", "server-"+name, "dist", "index.js")}, args...),
			"env":     map[string]string{"MEMORY_FILE_PATH": filepath.Join(dir, "memory.jsonl")},
		}
	}
	text, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"everything": server("everything"), "filesystem": server("filesystem", dir), "memory": server("memory"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	w := world{dir, filepath.Join(dir, "mcp.json")}
	if err := os.WriteFile(w.config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return w
}

// result is a line that dsh call printed.
type result struct {
	Name    string          `json:"name"`
	IsError bool            `json:"isError"`
	Value   json.RawMessage `json:"value"`
	Content []struct {
		Type, Text, MediaType string
	} `json:"content"`
}

func (r result) text() (text string) {
	for _, c := range r.Content {
		text += c.Text
	}
	return text
}

// call runs a batch natively.
func (w world) call(t *testing.T, batch string) (results []result) {
	t.Helper()
	out := output(t, batch, binary(t, "dsh"), "call", "-C", w.dir, "--config", w.config, "-")
	dec := json.NewDecoder(strings.NewReader(out))
	for dec.More() {
		var r result
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

// run runs a program.
func (w world) run(t *testing.T, program string) string {
	t.Helper()
	return output(t, program, binary(t, "dsh"), "run", "-C", w.dir, "--config", w.config, "-")
}
