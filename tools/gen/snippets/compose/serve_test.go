package compose_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/tools/gen/snippets/compose"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
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
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &sdk.IOTransport{Reader: ours, Writer: ours}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := client.CallTool(t.Context(), &sdk.CallToolParams{
		Name: "wordcount", Arguments: map[string]string{"path": "poem.txt"},
	})
	if err != nil || r.IsError || r.Content[0].(*sdk.TextContent).Text != "poem.txt has 3 words." {
		t.Errorf("%v %+v", err, r)
	}
	_ = client.Close()
	_ = theirs.Close()
	<-served
}
