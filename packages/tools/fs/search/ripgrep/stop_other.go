//go:build !unix

package ripgrep

import "os"

func terminate(p *os.Process) error { return p.Kill() }
