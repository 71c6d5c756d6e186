//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// inspect runs the inspector's command line and returns its JSON.
func inspect(t *testing.T, args ...string) map[string]json.RawMessage {
	t.Helper()
	out := output(t, "", module(t, ".bin", "mcp-inspector"), append([]string{"--cli"}, args...)...)
	var answer map[string]json.RawMessage
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return answer
}

// The inspector drives our server over standard streams, in each mode.
func TestInspectorOverStreams(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for mode, tool := range map[string]string{"native": `"name": "read"`, "ptc": `"name": "run_code"`, "both": `"name": "read"`} {
		t.Run(mode, func(t *testing.T) {
			server := []string{"--", binary(t, "dsh"), "mcp", "serve", "-C", w.dir, "--mode", mode}
			answer := inspect(t, append([]string{"--method", "tools/list", "--strict"}, server...)...)
			if !strings.Contains(string(answer["tools"]), tool) {
				t.Errorf("tools %s", answer["tools"])
			}
		})
	}
	server := []string{"--", binary(t, "dsh"), "mcp", "serve", "-C", w.dir}
	answer := inspect(t, append([]string{"--method", "tools/call", "--tool-name", "read", "--tool-arg", "file_path=a.txt"}, server...)...)
	if !strings.Contains(string(answer["content"]), "1: alpha") || !strings.Contains(string(answer["structuredContent"]), `"totalLines"`) {
		t.Errorf("got %s", answer)
	}
	program := `code=return (await tools.read({file_path: "a.txt"})).lines.length`
	answer = inspect(t, append([]string{"--method", "tools/call", "--tool-name", "run_code", "--tool-arg", program, "description=count"},
		append(server, "--mode", "ptc")...)...)
	if !strings.Contains(string(answer["content"]), `"2"`) {
		t.Errorf("got %s", answer)
	}
}

// The servers behind ours are served on.
func TestInspectorThroughBoth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answer := inspect(t, "--method", "tools/call", "--tool-name", "mcp__everything__get-structured-content", "--tool-arg", "location=Chicago",
		"--", binary(t, "dsh"), "mcp", "serve", "-C", w.dir, "--config", w.config)
	if !strings.Contains(string(answer["structuredContent"]), `"temperature"`) {
		t.Errorf("got %s", answer)
	}
}

// The inspector drives our server over HTTP, with a token.
func TestInspectorOverHTTP(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := exec.CommandContext(t.Context(), binary(t, "dsh"), "mcp", "serve", "-C", w.dir, "--http", "0")
	c.Env = append(os.Environ(), "DSH_MCP_TOKEN=let-me-in")
	url := started(t, c, filepath.Join(w.dir, "log"))
	answer := inspect(t, "--transport", "http", "--header", "Authorization: Bearer let-me-in", "--method", "tools/call",
		"--tool-name", "read", "--tool-arg", "file_path=a.txt", "--server-url", url)
	if !strings.Contains(string(answer["content"]), "1: alpha") {
		t.Errorf("got %s", answer)
	}
}

// started starts a server that prints its address and returns that.
func started(t *testing.T, c *exec.Cmd, log string) string {
	t.Helper()
	file, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout, c.Stderr = file, file
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
		_ = file.Close()
	})
	for range 1000 {
		text, _ := os.ReadFile(log)
		if _, rest, ok := strings.Cut(string(text), "http://"); ok && strings.HasSuffix(rest, "\n") {
			return "http://" + strings.Fields(rest)[0]
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the server does not say where it is")
	return ""
}
