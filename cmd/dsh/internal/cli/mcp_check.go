package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/spf13/cobra"
)

// checkLine is what came of one server.
type checkLine struct {
	Name     string   `json:"name"`
	OK       bool     `json:"ok"`
	Tools    int      `json:"tools"`
	Skipped  int      `json:"skipped,omitzero"`
	Millis   int64    `json:"ms"`
	Error    string   `json:"error,omitzero"`
	Code     string   `json:"code,omitzero"`
	Problems []string `json:"problems,omitempty"`
}

func newMCPCheck(s Streams) *cobra.Command {
	var f mcpFlags
	var asJSON, verbose bool
	c := &cobra.Command{
		Use:   "check [flags] [NAME...]",
		Short: "Connect to MCP servers and see whether their tools can be used",
		Long: `check connects to all servers at once, or to those that are named, fetches their
lists of tools, and takes them down again. It tells what failed and how to mend it,
and which schemas cannot be checked whole. Exit code 1 if a server cannot be used.`,
		RunE: func(c *cobra.Command, names []string) error {
			return checkServers(c.Context(), s, &f, checkOptions{names, asJSON, verbose})
		},
	}
	f.register(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array, exact for machines")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "log what happens")
	return c
}

type checkOptions struct {
	names           []string
	asJSON, verbose bool
}

func checkServers(ctx context.Context, s Streams, f *mcpFlags, o checkOptions) error {
	config, err := f.load()
	if err != nil {
		return err
	}
	names, err := chosen(config, o.names)
	if err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	if o.verbose {
		log = slog.New(slog.NewTextHandler(s.Err, nil))
	}
	if len(o.names) == 0 {
		names = slices.DeleteFunc(names, func(name string) bool { return config.Servers[name].Disabled })
	}
	dir, err := workspace(f.dir)
	if err != nil {
		return unusable(err)
	}
	lines, err := checker{log, dir}.all(ctx, config, names)
	if err != nil {
		return &exitError{ExitFailed, err}
	}
	if err := writeChecks(s.Out, lines, o.asJSON); err != nil {
		return err
	}
	failed := 0
	for _, l := range lines {
		if !l.OK {
			failed++
		}
	}
	if failed > 0 {
		return &exitError{ExitFailed, fmt.Errorf("%d of %d servers cannot be used", failed, len(lines))}
	}
	return nil
}

// checker checks servers whose processes run in a directory.
type checker struct {
	log *slog.Logger
	dir string
}

// all checks the named servers at once: each may be a package that is fetched
// first.
func (k checker) all(ctx context.Context, c mcp.Config, names []string) ([]checkLine, error) {
	lines, errs := make([]checkLine, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { lines[i], errs[i] = k.one(ctx, name, c.Servers[name]) })
	}
	all.Wait()
	return lines, errors.Join(errs...)
}

// one connects once, in a registry of its own.
func (k checker) one(ctx context.Context, name string, c mcp.ServerConfig) (line checkLine, err error) {
	registry, err := tools.New(tools.Options{Logger: k.log})
	if err != nil {
		return line, err
	}
	root := scope.NewRoot("check")
	defer func() { err = errors.Join(err, root.Close(context.WithoutCancel(ctx))) }()
	c.Disabled, c.FailOnStartupError, c.Reconnect.Enabled = false, false, new(false)
	servers := mcp.New(mcp.Options{Registry: registry, Logger: k.log, Dir: k.dir})
	start := time.Now()
	config := mcp.Config{Servers: map[string]mcp.ServerConfig{name: c}}
	if err := servers.Install(ctx, root, config); err != nil {
		return line, err
	}
	server := servers.All()[0]
	status := server.Status()
	line = checkLine{
		Name: name, OK: status.State == mcp.StateReady, Tools: status.Tools, Skipped: status.Skipped,
		Millis: time.Since(start).Milliseconds(),
	}
	if status.Err != nil {
		line.Error, line.Code = status.Err.Error(), string(mcp.CodeOf(status.Err))
	}
	for _, p := range server.Problems() {
		line.Problems = append(line.Problems, p.Tool+": "+p.Err.Error())
	}
	return line, nil
}

func writeChecks(w io.Writer, lines []checkLine, asJSON bool) error {
	if asJSON {
		return writeJSON(w, lines)
	}
	for _, l := range lines {
		text := fmt.Sprintf("%s: ok, %d tools in %d ms", l.Name, l.Tools, l.Millis)
		if !l.OK {
			text = fmt.Sprintf("%s: failed: %s", l.Name, l.Error)
		}
		if l.Skipped > 0 {
			text += fmt.Sprintf(", %d entries are no tools", l.Skipped)
		}
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
		for _, p := range l.Problems {
			if _, err := fmt.Fprintf(w, "  %s\n", p); err != nil {
				return err
			}
		}
	}
	return nil
}
