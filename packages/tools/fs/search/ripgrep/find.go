package ripgrep

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// oldest is the first major version that prints what this package reads.
const oldest = 12

// probeTime is how long the program may take to tell its version.
const probeTime = 10 * time.Second

var versionLine = regexp.MustCompile(`^ripgrep (\d+)\.`)

// Find looks for a usable rg on PATH and runs it once to see that it works. The program that is
// found is the one that is run later, whatever happens to PATH.
func Find(ctx context.Context) (*Engine, error) {
	path, err := exec.LookPath("rg")
	if err != nil {
		return nil, fmt.Errorf("ripgrep: %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("ripgrep: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	probe := exec.CommandContext(ctx, path, "--no-config", "--version")
	probe.Env = environment()
	out, err := probe.Output()
	if err != nil {
		return nil, fmt.Errorf("ripgrep: running %s: %w", path, err)
	}
	version := versionLine.FindSubmatch(out)
	if version == nil {
		return nil, fmt.Errorf("ripgrep: %s does not tell a version", path)
	}
	if major, err := strconv.Atoi(string(version[1])); err != nil || major < oldest {
		return nil, fmt.Errorf("ripgrep: %s is version %s, need %d or later", path, version[1], oldest)
	}
	return &Engine{Path: path}, nil
}
