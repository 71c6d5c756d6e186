package ripgrep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// The limits of a zero [Engine].
const (
	DefaultGrace          = 3 * time.Second
	DefaultStderrMaxBytes = 65_536
)

// Engine runs rg. Get one from [Find], or set Path.
type Engine struct {
	// Path is the program.
	Path string
	// Grace is how long the program may take to end after it was told to; 0: [DefaultGrace].
	Grace time.Duration
	// StderrMaxBytes bounds what is kept of its error output; 0: [DefaultStderrMaxBytes].
	StderrMaxBytes int
}

var _ search.Engine = (*Engine)(nil)

// Name returns "ripgrep".
func (e *Engine) Name() string { return "ripgrep" }

// kept are the environment variables that the program gets: they say where a user's global ignore
// file is, and on Windows where the system is.
var kept = []string{"HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot"}

func environment() []string {
	env := []string{"LC_ALL=C"}
	for _, name := range kept {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// run runs the program in the tree and hands its output to read. When read fails the program is
// stopped, and the failure returned. partial tells whether what was read may count although the
// program reported errors, which then are warnings.
func (e *Engine) run(
	ctx context.Context, t search.Tree, args []string, read func(io.Reader) error,
) (warnings []string, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if t.Root != "" {
		args = append(args, "--", t.Root)
	}
	cmd := exec.CommandContext(ctx, e.Path, args...)
	cmd.Dir, cmd.Env = t.Dir, environment()
	cmd.Cancel = func() error { return terminate(cmd.Process) }
	cmd.WaitDelay = e.grace()
	stderr := &head{limit: e.stderrLimit()}
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("ripgrep launch failed: %w", err)
	}
	readErr := read(stdout)
	if readErr != nil {
		cancel(readErr)
	}
	waitErr := cmd.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return judge(cmd.ProcessState, waitErr, stderr)
}

func (e *Engine) grace() time.Duration {
	if e.Grace > 0 {
		return e.Grace
	}
	return DefaultGrace
}

func (e *Engine) stderrLimit() int {
	if e.StderrMaxBytes > 0 {
		return e.StderrMaxBytes
	}
	return DefaultStderrMaxBytes
}

// judge makes what the program said at its end an error or warnings.
func judge(state *os.ProcessState, waitErr error, stderr *head) ([]string, error) {
	if _, exited := errors.AsType[*exec.ExitError](waitErr); waitErr != nil && !exited {
		return nil, waitErr
	}
	code := state.ExitCode()
	if code == 0 || code == 1 {
		return nil, nil
	}
	text := stderr.String()
	if code < 0 {
		return nil, fmt.Errorf("ripgrep was ended by a signal: %s", state)
	}
	if isPatternError(text) {
		return nil, &search.PatternError{Reason: text}
	}
	warnings, fatal := warningsIn(text)
	if fatal || text == "" {
		return nil, fmt.Errorf("(exit %d): %s", code, text)
	}
	return warnings, nil
}

// isPatternError recognises complaints about a pattern or a glob. One about a glob that begins with
// a path is about a line of an ignore file.
func isPatternError(text string) bool {
	text = strings.ToLower(text)
	for _, sign := range []string{
		"regex parse error", "is not allowed in a regex", "exceeds size limit",
	} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return strings.HasPrefix(strings.TrimPrefix(text, "rg: "), "error parsing glob")
}

// warningsIn reads error lines about paths that could not be read; fatal tells that there is some
// other line.
func warningsIn(text string) (warnings []string, fatal bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "rg: ")
		switch {
		case harmless(line):
		case strings.Contains(line, "(os error "):
			warnings = append(warnings, shorten(line))
		default:
			fatal = true
		}
	}
	return warnings, fatal
}

// harmless tells whether an error line is none: a filter that let nothing through, or a line of an
// ignore file that is no glob.
func harmless(line string) bool {
	return line == "" || line == truncated || strings.Contains(line, ": error parsing glob '") ||
		strings.HasPrefix(line, "No files were searched,") ||
		strings.HasPrefix(line, "Running with --debug")
}

// shorten takes out of a line what it says twice.
func shorten(line string) string {
	line = strings.TrimPrefix(line, "./")
	path, rest, ok := strings.Cut(line, ": IO error for operation on ")
	if !ok {
		return line
	}
	if i := strings.LastIndex(rest, ": "); i >= 0 {
		return path + rest[i:]
	}
	return line
}

// head keeps the beginning of what is written to it.
type head struct {
	limit   int
	kept    bytes.Buffer
	dropped bool
}

const truncated = "[stderr truncated]"

// Write takes everything and keeps what fits.
func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.limit-h.kept.Len())
	h.kept.Write(p[:n])
	h.dropped = h.dropped || n < len(p)
	return len(p), nil
}

// String returns what was kept as UTF-8, and says when there was more.
func (h *head) String() string {
	text := strings.TrimSpace(strings.ToValidUTF8(h.kept.String(), "\uFFFD"))
	if h.dropped {
		text += " " + truncated
	}
	return text
}
