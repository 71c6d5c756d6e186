//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// script writes a script of the model with these turns and returns its path.
func script(t *testing.T, turns string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.json")
	text := `{"version": 1, "name": "test", "turns": [` + turns + `]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// atTerminal runs the program at a terminal, answers its first question with yes,
// and returns everything that it showed.
func atTerminal(t *testing.T, environment []string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), environment...)
	terminal, err := pty.StartWithSize(c, &pty.Winsize{Rows: 24, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close() //nolint:errcheck // it was only read
	var shown bytes.Buffer
	piece, answered := make([]byte, 4096), false
	for {
		n, err := terminal.Read(piece)
		shown.Write(piece[:n])
		if !answered && strings.Contains(shown.String(), "[y/N] ") {
			answered = true
			if _, err := io.WriteString(terminal, "y\n"); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil { // the program has closed its end
			break
		}
	}
	if err := c.Wait(); err != nil || !answered {
		t.Errorf("asked %v, %v: %q", answered, err, shown.String())
	}
	return shown.String()
}

// On a terminal questions are asked inline, and escape codes are used where they
// mean something and are wanted.
func TestAgentAtATerminal(t *testing.T) {
	config := filepath.Join(t.TempDir(), "c.yaml")
	rules := "rows: [{plugin: policy-permission, config: {rules: [{action: ask, tool: write}]}}]\n"
	if err := os.WriteFile(config, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	play := script(t, `{"respond": {"text": "Writing.", "toolCalls": [
		{"name": "write", "arguments": {"file_path": "b.txt", "content": "beta\n"}}]}},
		{"expect": {"results": [{"isError": false}]}, "respond": {"text": "Written."}}`)
	for _, tt := range []struct {
		name        string
		environment []string
		color, move bool
	}{
		{"capable", []string{"TERM=xterm", "NO_COLOR="}, true, true},
		{"without colours", []string{"TERM=xterm", "NO_COLOR=1"}, false, true},
		{"dumb", []string{"TERM=dumb", "NO_COLOR="}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			shown := atTerminal(t, tt.environment, "agent", "--script", play, "--config", config, "-C", dir, "go")
			for _, want := range []string{"Writing.", "> Write b.txt", "+beta", "Written."} {
				if !strings.Contains(shown, want) {
					t.Errorf("no %q in %q", want, shown)
				}
			}
			if color := strings.Contains(shown, "\x1b[32m"); color != tt.color {
				t.Errorf("coloured %v: %q", color, shown)
			}
			if !tt.move && strings.Contains(shown, "\x1b") {
				t.Errorf("escape codes on a dumb terminal: %q", shown)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "b.txt")); err != nil || string(text) != "beta\n" {
				t.Errorf("wrote %q, %v", text, err)
			}
		})
	}
}

// Killed while a command runs, the session is repaired and goes on.
func TestAgentKilled(t *testing.T) {
	dir := t.TempDir()
	file, fifo := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(dir, "started")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	play := script(t, `{"respond": {"toolCalls": [{"name": "bash", "arguments": {
		"command": "echo started > started; exec sleep 600", "description": "Waits."}}]}},
		{"expect": {"results": [{"isError": true, "contains": ["outcome is unknown"]}]}, "respond": {"text": "Going on."}}`)
	args := []string{"agent", "--script", play, "-C", dir, "--session", file}
	c := exec.CommandContext(t.Context(), program, append(args, "go")...)
	c.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // what it leaves there goes with it
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(fifo); err != nil || string(text) != "started\n" { // waits for the command
		t.Errorf("read %q, %v", text, err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil {
		t.Error("the program ended by itself")
	}
	got := run(t, append(args, "--resume")...)
	if got.code != 0 || got.out != "Going on.\n" || !strings.Contains(got.err, "1 calls with unknown outcome") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	history, err := jsonl.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := llm.CheckHistory(history.Messages()); err != nil {
		t.Error(err)
	}
}

// The first interrupt waits for what runs, the second leaves it; either way the
// session goes on.
func TestAgentInterruptedTwice(t *testing.T) {
	dir := t.TempDir()
	file, fifo := filepath.Join(t.TempDir(), "s.jsonl"), filepath.Join(dir, "started")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	play := script(t, `{"respond": {"toolCalls": [{"name": "bash", "arguments": {
		"command": "trap '' INT TERM; echo started > started; while :; do sleep 1; done", "description": "Stays."}}]}},
		{"respond": {"text": "Going on."}}`)
	args := []string{"agent", "--script", play, "-C", dir, "--session", file}
	c := exec.CommandContext(t.Context(), program, append(args, "go")...)
	c.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // what it leaves there goes with it
	said, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(fifo); err != nil { // waits for the command
		t.Error(err)
	}
	lines := bufio.NewReader(said)
	for _, last := range []string{"", "interrupt again to leave at once"} {
		for text := ""; !strings.Contains(text, last); {
			if text, err = lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Wait(); c.ProcessState.ExitCode() != 130 {
		t.Errorf("left with %v", err)
	}
	if got := run(t, append(args, "--resume", "go on")...); got.code != 0 || got.out != "Going on.\n" {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}
