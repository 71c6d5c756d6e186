// Command gen writes or checks everything in the repository that is derived from
// something else: the reference pages, the pictures, the recorded interfaces, and
// the agreement of the modules with each other.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/dsh-go/dsh/tools/gen/internal/generate"
	"github.com/dsh-go/dsh/tools/gen/internal/site"
)

//go:generate go run . all

const usage = `usage: go run ./tools/gen [-check] [COMMAND]

commands:
  modules   check go.mod files, go.work and versions.yaml against each other
  docs      write the generated parts of docs/, and check all links
  api       record what each module exports, in tools/gen/api
  all       everything (the default)
  site DIR  render docs/ as a static site into a directory

-check changes nothing and fails if anything is out of date, with the difference.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is main without the process: 0 for done, 1 for failed, 2 for misuse.
func run(ctx context.Context, args []string, out, log io.Writer) int {
	command, o, err := parse(args, out)
	if err != nil {
		fmt.Fprintf(log, "gen: %v\n%s", err, usage)
		return 2
	}
	switch command {
	case "modules":
		err = generate.Modules(o.Options)
	case "docs":
		err = generate.Docs(ctx, o.Options)
	case "api":
		err = generate.API(ctx, o.Options)
	case "all":
		err = generate.All(ctx, o.Options)
	case "site":
		err = site.Write(o.Root, o.Into)
	}
	if err != nil {
		fmt.Fprintln(log, "gen:", err)
		return 1
	}
	return 0
}

// options are those of the generation, and where a site goes.
type options struct {
	generate.Options
	Into string
}

// parse takes flags before and after the command.
func parse(args []string, out io.Writer) (command string, o options, err error) {
	o.Out = out
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.Check, "check", false, "")
	flags.StringVar(&o.Root, "root", "", "")
	command = "all"
	if err := flags.Parse(args); err != nil {
		return "", o, err
	}
	if flags.NArg() > 0 {
		command = flags.Arg(0)
		if err := flags.Parse(flags.Args()[1:]); err != nil {
			return "", o, err
		}
	}
	rest := flags.Args()
	if command == "site" {
		if len(rest) == 0 {
			return "", o, errors.New("site needs a directory to write into")
		}
		o.Into, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		return "", o, fmt.Errorf("unexpected %q", rest[0])
	}
	switch command {
	case "modules", "docs", "api", "all", "site":
	default:
		return "", o, fmt.Errorf("no command is named %q", command)
	}
	if o.Root == "" {
		o.Root, err = repository()
	}
	return command, o, err
}

// repository finds the directory with go.work, from here upwards.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.work here or above: run it in the repository")
		}
		dir = parent
	}
}
