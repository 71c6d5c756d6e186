package local_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/policy/spill/local"
)

func ExampleNew() {
	root, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(root)
	store, _ := local.New(local.Config{Root: root})
	saved, _ := store.SaveText(context.Background(), spill.Text{
		SessionID: "s-1", Tool: "bash", CallID: "c1", Label: spill.LabelResult,
		SuggestedName: "bash.txt", Content: "a long text",
	})
	text, _ := os.ReadFile(saved.Locator)
	fmt.Println(string(text), saved.Bytes)
	// Output: a long text 11
}
