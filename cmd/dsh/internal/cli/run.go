package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes of every command.
const (
	// ExitOK: the command did what it was asked, also if tool calls failed.
	ExitOK = 0
	// ExitFailed: the command could not do it: a rejected batch, an invalid value.
	ExitFailed = 1
	// ExitUsage: the command line or an input file cannot be used.
	ExitUsage = 2
	// ExitInterrupted: an interrupt came while an input was read; nothing was done.
	ExitInterrupted = 130
)

// Streams are a command's standard streams.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// exitError is a failure with the exit code it stands for.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// unusable marks bad input: nothing was done.
func unusable(err error) error { return &exitError{ExitUsage, err} }

// Run executes one command line. An interrupt cancels it cooperatively; it
// returns when everything the command started has ended.
func Run(ctx context.Context, args []string, s Streams) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(s.Err, "dsh: %v\n", err)
	if coded, ok := errors.AsType[*exitError](err); ok {
		return coded.code
	}
	return ExitUsage
}

func newRoot(s Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "dsh",
		Short: "The tool plane of AI agents: every tool call under one policy pipeline",
		Long: `dsh runs what AI agents do to the world: tool calls. Each call is validated,
decided by policy, guarded, run, inspected and reported the same way, whether it
comes from a file, a program, a model or an MCP client.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return unusable(fmt.Errorf("%w\nrun '%s --help' for the flags", err, c.CommandPath()))
	})
	root.AddCommand(newCall(s), newRun(s), newTools(s), newSDK(s), newSchema(s), newMCP(s), newAgent(s), newSession(s),
		newPolicy(s), newDocs(s))
	strictHelp(root)
	showUsage(root)
	return root
}

// showUsage ends what is said about wrong numbers of arguments with how to call
// the command.
func showUsage(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return unusable(fmt.Errorf("%w\nusage: %s", err, c.UseLine()))
			}
			return nil
		}
	}
	for _, below := range c.Commands() {
		showUsage(below)
	}
}

// version is what the build knows of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	at := ""
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			at = " " + s.Value
		}
	}
	return info.Main.Version + at + " " + info.GoVersion
}

// strictHelp makes help about something that is not there an error.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		show := c.Run
		c.Run, c.RunE = nil, func(c *cobra.Command, args []string) error {
			if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
				return unusable(fmt.Errorf("no command is named %q\nrun 'dsh --help' for the commands", strings.Join(args, " ")))
			}
			show(c, args)
			return nil
		}
	}
}
