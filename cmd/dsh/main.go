// Command dsh runs tool calls: a batch from a file, a program over the same
// tools, an agent step by step, or the tools as an MCP server.
package main

import (
	"context"
	"os"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func main() {
	sandbox.Main() // a confined command is started through a second run of this program
	os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
