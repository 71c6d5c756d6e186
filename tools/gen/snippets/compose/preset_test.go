package compose_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/tools/gen/snippets/compose"
)

func Example() {
	ctx := context.Background()
	dir, _ := os.MkdirTemp("", "counting")
	defer os.RemoveAll(dir)
	_ = os.WriteFile(dir+"/poem.txt", []byte("so much depends\n"), 0o600)
	if err := serve(ctx, dir); err != nil {
		fmt.Println(err)
	}
	// Output: poem.txt has 3 words.
}

// show: serve
func serve(ctx context.Context, dir string) error {
	preset, err := compose.Preset()
	if err != nil {
		return err
	}
	h, err := host.Start(ctx, preset, host.Options{})
	if err != nil {
		return err
	}
	defer h.Close(ctx)
	agent, err := h.NewAgent(ctx, "agent-1", dir, nil)
	if err != nil {
		return err
	}
	done, err := h.Tools.Execute(ctx, &tools.Batch{Agent: agent.Identity, Calls: []tools.RawCall{
		{CallID: "1", Name: "wordcount", Arguments: `{"path": "poem.txt"}`},
	}})
	if err != nil {
		return err
	}
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	return nil
}

// end: serve
