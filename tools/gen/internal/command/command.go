// Package command asks the command line for its own tree.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"github.com/go-json-experiment/json"
)

// Read runs `dsh docs`, a hidden command that prints the command tree, from the
// repository at root. A command or flag without a text is an error.
func Read(ctx context.Context, root string) (model.Command, error) {
	var out, log bytes.Buffer
	run := exec.CommandContext(ctx, "go", "run", "./cmd/dsh", "docs")
	run.Dir, run.Env, run.Stdout, run.Stderr = root, source.Environment(root), &out, &log
	if err := run.Run(); err != nil {
		return model.Command{}, fmt.Errorf("go run ./cmd/dsh docs: %w\n%s", err, log.Bytes())
	}
	var tree model.Command
	if err := json.Unmarshal(out.Bytes(), &tree, json.RejectUnknownMembers(true)); err != nil {
		return model.Command{}, fmt.Errorf("dsh docs: %w", err)
	}
	return tree, Check(tree)
}

// Check wants every command and flag to say what it does.
func Check(c model.Command) error {
	var wrong []error
	if c.Short == "" {
		wrong = append(wrong, fmt.Errorf("command %q has no short text: say in one line what it does",
			c.Name))
	}
	for _, f := range c.Flags {
		if f.Usage == "" {
			wrong = append(wrong, fmt.Errorf("flag --%s of %q has no usage text: say what it changes",
				f.Name, c.Name))
		}
	}
	for _, below := range c.Commands {
		wrong = append(wrong, Check(below))
	}
	return errors.Join(wrong...)
}
