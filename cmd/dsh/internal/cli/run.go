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

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	err := unknownCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
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
		return unusable(fmt.Errorf("%w\nrun '%s --help' for the flags", flagError(err), c.CommandPath()))
	})
	root.AddCommand(newCall(s), newRun(s), newTools(s), newSDK(s), newSchema(s), newMCP(s), newAgent(s), newSession(s),
		newPolicy(s), newDocs(s))
	strictHelp(root)
	root.InitDefaultCompletionCmd() // a group, too
	showUsage(root)
	return root
}

// flagError says in this command's words what a flag wants.
func flagError(err error) error {
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	wants := ""
	switch f := invalid.GetFlag(); f.Value.Type() {
	case "duration":
		wants = "is no duration: write for example 500ms, 30s or 2m"
	case "int", "int64":
		wants = "is no whole number"
	case "bool":
		wants = "is neither true nor false"
	default:
		return err
	}
	return fmt.Errorf("--%s %q %s", invalid.GetFlag().Name, invalid.GetValue(), wants)
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

// unknownCommand refuses a word after a group of commands that is none of them. No
// group takes arguments of its own, but cobra shows the help of one below the root
// and calls that a success.
func unknownCommand(root *cobra.Command, args []string) error {
	group, rest, err := root.Find(args)
	if err != nil || group == root || !group.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") {
		return nil // cobra has the words for it
	}
	var known []string
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	meant := ""
	if near := presets.Near(rest[0], known); len(near) > 0 {
		meant = ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return unusable(fmt.Errorf("%s has no command %q%s (known: %s)\nrun '%s --help' for them",
		group.CommandPath(), rest[0], meant, strings.Join(known, ", "), group.CommandPath()))
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
