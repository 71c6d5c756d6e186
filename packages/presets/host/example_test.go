package host_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// A preset is started, changed by a row, and serves an agent's batch.
func Example() {
	ctx := context.Background()
	dir, _ := os.MkdirTemp("", "workspace")
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alpha\nbeta\ngamma\n"), 0o600)
	preset, _ := builtin.Named("minimal")
	h, _ := host.Start(ctx, preset.With(presets.Row{
		Plugin: "tool-read", Config: []byte(`{"readLimit": 1}`),
	}), host.Options{})
	defer h.Close(ctx)
	agent, _ := h.NewAgent(ctx, "agent-1", dir, nil)
	done, _ := h.Tools.Execute(ctx, &tools.Batch{Agent: agent.Identity, Calls: []tools.RawCall{
		{CallID: "1", Name: "read", Arguments: `{"file_path": "a.txt"}`},
	}})
	total, _ := done.Outcomes[0].Result.Value().Get("totalLines")
	lines, _ := done.Outcomes[0].Result.Value().Get("lines")
	fmt.Println(lines.Len(), "of", total.Text(), "lines")
	// Output: 1 of 3 lines
}
