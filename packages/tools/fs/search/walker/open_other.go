//go:build !unix

package walker

import "os"

func open(path string) (*os.File, error) { return os.Open(path) }
