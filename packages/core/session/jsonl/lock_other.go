//go:build !windows && (!unix || solaris || aix)

package jsonl

import (
	"errors"
	"os"
)

// lock fails: without a lock that ends with the process, two writers could not be kept apart.
func lock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
