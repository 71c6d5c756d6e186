//go:build unix

package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
)

// A pipe given as the file may keep a reader waiting like standard input.
func TestInterruptedWhileReadingPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "batch")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	writer := make(chan *os.File)
	go func() {
		w, _ := os.OpenFile(pipe, os.O_WRONLY, 0) // waits for the reader
		cancel()
		writer <- w
	}()
	got := run(t, ctx, "", "call", pipe)
	if got.code != cli.ExitInterrupted || !strings.Contains(got.err, "interrupted while reading "+pipe) {
		t.Errorf("exit %d, said %q", got.code, got.err)
	}
	if w := <-writer; w != nil {
		_ = w.Close()
	}
}
