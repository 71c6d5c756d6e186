// Command gen writes or checks everything in the repository that is derived from
// something else.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
)

const usage = `usage: gen COMMAND [flags]

commands:
  modules   check go.mod files, go.work and versions.yaml against each other
`

func main() {
	if len(os.Args) < 2 || os.Args[1] != "modules" {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	flags := flag.NewFlagSet("modules", flag.ExitOnError)
	flags.Bool("check", true, "report what is wrong; exit 1 if anything is")
	_ = flags.Parse(os.Args[2:])
	if err := checkModules(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func checkModules() error {
	root, err := repository()
	if err != nil {
		return err
	}
	w, err := modules.Load(root)
	if err != nil {
		return err
	}
	problems := w.Check()
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(problems) > 0 {
		return fmt.Errorf("%d problem(s) in the workspace", len(problems))
	}
	return nil
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
			return "", fmt.Errorf("no go.work here or above: run it in the repository")
		}
		dir = parent
	}
}
