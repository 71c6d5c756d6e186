//go:build unix

package filesys

import "syscall"

// openNonblock keeps the opening of a pipe, put there a moment ago, from waiting for a writer.
const openNonblock = syscall.O_NONBLOCK
