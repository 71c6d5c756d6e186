package cli

import (
	"context"
	"errors"
	"fmt"

	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/spf13/cobra"
)

func newSDK(s Streams) *cobra.Command {
	var f hostFlags
	c := &cobra.Command{
		Use:   "sdk [flags]",
		Short: "Print the typed SDK that programs see",
		Long:  "sdk prints the instructions and TypeScript declarations that a model gets to write programs with.",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return printSDK(c.Context(), s, &f) },
	}
	f.register(c)
	return c
}

func printSDK(ctx context.Context, s Streams, f *hostFlags) (err error) {
	run, err := f.start(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	_, err = fmt.Fprintln(s.Out, ptc.SDK(run.host.Tools.Definitions(run.agent.Identity.Key, nil)))
	return written(err)
}
