package shell

import (
	"context"
	"io"
)

// Terminals is implemented by executors that can run a command on a terminal.
type Terminals interface {
	// OpenTerminal starts s.Command with a terminal of its own, to which its output and its
	// errors go, no input, and a pipe as descriptor 3. Neither echo nor any translation of
	// output is on. No limit applies; ctx covers the start alone.
	OpenTerminal(ctx context.Context, s Spec) (Terminal, error)
}

// Terminal is a command on a terminal. Read gives what it prints, and fails once the command and
// all that holds the terminal are gone. Write goes to its descriptor 3.
type Terminal interface {
	io.ReadWriter
	// Wait blocks until the first process has ended.
	Wait() (Exit, error)
	// Close ends the command with everything that it started, and waits for that. Reads and
	// writes that are under way fail.
	Close() error
}
