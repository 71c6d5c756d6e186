package typecheck

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed library.d.ts
var library string

// project is what the checker is to do. Programs are held to strict types but for
// what models leave out.
const project = `{"compilerOptions": {"noEmit": true, "strict": true, "noImplicitAny": false,
  "useUnknownInCatchVariables": false, "target": "esnext", "module": "esnext", "lib": ["esnext"],
  "types": [], "erasableSyntaxOnly": true},
  "files": ["library.d.ts", "namespaces.d.ts", "program.ts"]}`

// The program is checked as the body of an async function, on the lines it
// has.
const opening = "export {}; async function program() {"

// maxOutput is how much of the checker's output is read.
const maxOutput = 64 << 10

// Checker says how to check.
type Checker struct {
	// Command is the checker with its first arguments.
	Command []string
	// Timeout bounds one check.
	Timeout time.Duration
	// MaxErrors is how many errors are reported.
	MaxErrors int
}

// Check gives the first errors of a program, one a line, with positions in
// its text. The error is for a checker that could not do its work.
func (c Checker) Check(ctx context.Context, program, declarations string) ([]string, error) {
	dir, err := os.MkdirTemp("", "dsh-check")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	files := map[string]string{"tsconfig.json": project, "library.d.ts": library,
		"namespaces.d.ts": declarations, "program.ts": opening + program + "\n}"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	text, err := c.run(ctx, dir)
	if err != nil {
		return nil, err
	}
	return c.errors(text), nil
}

// run runs the checker. That it exits with an error means that it found some.
func (c Checker) run(ctx context.Context, dir string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	args := append(c.Command[1:len(c.Command):len(c.Command)], "--pretty", "false", "--project", ".")
	cmd := exec.CommandContext(ctx, c.Command[0], args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir}
	cmd.WaitDelay = time.Second
	isolate(cmd)
	out := &bounded{}
	cmd.Stdout = out
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); ctx.Err() != nil {
		return "", fmt.Errorf("type check: %w", context.Cause(ctx))
	} else if err != nil && !exited {
		return "", fmt.Errorf("type check: %w", err)
	}
	return out.b.String(), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ b strings.Builder }

func (o *bounded) Write(p []byte) (int, error) {
	room := maxOutput - o.b.Len()
	o.b.Write(p[:min(len(p), max(room, 0))])
	return len(p), nil
}

// diagnostic is compiled when it is first used, so that linking costs nothing.
var diagnostic = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^program\.ts\((\d+),(\d+)\): error (TS\d+): (.*)$`)
})

func (c Checker) errors(text string) []string {
	var found []string
	for line := range strings.Lines(text) {
		m := diagnostic().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || len(found) >= c.MaxErrors {
			continue
		}
		column, _ := strconv.Atoi(m[2]) // the pattern has digits only
		if m[1] == "1" {
			column = max(column-len(opening), 1)
		}
		found = append(found, fmt.Sprintf("program.ts:%s:%d %s: %s", m[1], column, m[3], m[4]))
	}
	return found
}
