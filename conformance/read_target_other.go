//go:build !unix

package conformance

import (
	"errors"
	"fmt"
)

// specialTargets are the targets of Unix; their cases are skipped here.
func specialTargets() []string {
	return []string{"FIFO", "fifo", "named pipe", "FIFO without a writer", "socket", "unix socket"}
}

func laySpecial(target, _ string) error {
	return fmt.Errorf("target %q needs Unix: %w", target, errors.ErrUnsupported)
}
