package compose_test

import (
	"bufio"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/tools/gen/snippets/compose"
)

func TestServe(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "poem.txt"), []byte("so much depends\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	preset, err := compose.Preset()
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.Start(t.Context(), preset, host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close(t.Context())
	ours, theirs := net.Pipe()
	served := make(chan error, 1)
	go func() { served <- compose.Serve(t.Context(), h, dir, theirs, theirs) }()
	requests := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
			`"clientInfo":{"name":"test","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wordcount","arguments":{"path":"poem.txt"}}}`,
	}
	go func() {
		for _, r := range requests {
			_, _ = io.WriteString(ours, r+"\n")
		}
	}()
	answers := bufio.NewScanner(ours)
	for answers.Scan() && !strings.Contains(answers.Text(), `"id":2`) {
	}
	if !strings.Contains(answers.Text(), "poem.txt has 3 words.") {
		t.Errorf("the call was answered with %q (%v)", answers.Text(), answers.Err())
	}
	_ = ours.Close()
	_ = theirs.Close()
	<-served
}
