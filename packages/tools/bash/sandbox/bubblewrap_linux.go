package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// bubblewrap confines with the program of that name, when it is installed.
type bubblewrap struct {
	options Options
	scratch scratch

	mu     sync.Mutex
	tried  bool
	path   string
	report Report
}

func newBubblewrap(o Options) Provider { return &bubblewrap{options: o} }

// Report implements [Provider].
func (b *bubblewrap) Report(ctx context.Context) Report {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tried {
		return b.report
	}
	report, err := b.try(ctx)
	if err != nil {
		report = Report{Provider: "bubblewrap", Enforcement: EnforcementNone, Reason: err.Error()}
	}
	if ctx.Err() == nil {
		b.tried, b.report = true, report
	}
	return report
}

// try runs a trivial command in a read-only world.
func (b *bubblewrap) try(ctx context.Context) (Report, error) {
	name := b.options.Bubblewrap
	if name == "" {
		name = "bwrap"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return Report{}, fmt.Errorf("bubblewrap is not installed: %w", err)
	}
	b.path = path
	filtered := filterSupported && filterWorks()
	tree, err := b.start(process.Command{Path: "/bin/sh", Args: []string{"sh", "-c", ":"}, Dir: "/"},
		Policy{Mode: ReadOnly, Network: !filtered}, nil)
	if err != nil {
		return Report{}, err
	}
	go tree.Wait() // someone has to reap it
	if !tree.Quiet(ctx.Done()) {
		tree.Kill()
	}
	status := tree.Wait()
	switch {
	case ctx.Err() != nil:
		return Report{}, fmt.Errorf("the trial did not end in time: %w", context.Cause(ctx))
	case status.Err != nil:
		return Report{}, status.Err
	case status.Code != 0:
		return Report{}, fmt.Errorf("the trial command ended with %d", status.Code)
	}
	return b.found(filtered), nil
}

func (b *bubblewrap) found(filtered bool) Report {
	r := Report{Provider: "bubblewrap", Enforcement: EnforcementFull, Namespaces: true,
		Seccomp: filtered}
	if !filtered {
		r.Enforcement = EnforcementPartial
		r.Missing = []string{"connections to Unix sockets in the file system"}
	}
	return r
}

// Start implements [Provider].
func (b *bubblewrap) Start(c process.Command, p Policy) (process.Tree, error) {
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	if p.Mode == FullAccess {
		return process.StartGroup(c)
	}
	// A trial belongs to no caller: its result is kept for all of them.
	ctx, cancel := context.WithTimeout(context.Background(), probeBudget)
	defer cancel()
	report := b.Report(ctx)
	switch {
	case report.Enforcement == EnforcementNone:
		return nil, &Error{CodeUnavailable, report.String(), nil}
	case len(p.Readable) > 0:
		return nil, &Error{CodeUnavailable, "reading cannot be confined with bubblewrap; " +
			"the native provider can", nil}
	}
	scratch, err := b.scratch.path()
	if err != nil {
		return nil, &Error{CodeUnavailable, "make a private temporary directory", err}
	}
	if p.scratched() {
		c.Env = append(without(c.Env, "TMPDIR="), "TMPDIR="+scratch)
	}
	return b.start(c, p, p.writable(scratch))
}

// Denied implements [Provider].
func (b *bubblewrap) Denied(status process.Status, stderr string) bool {
	return deniedBy([]string{"read-only file system", "operation not permitted",
		"permission denied", "invalid cross-device link"}, status, stderr)
}

// Close implements [Provider].
func (b *bubblewrap) Close() error { return b.scratch.remove() }

// start starts c below bwrap.
func (b *bubblewrap) start(c process.Command, p Policy, write []string) (process.Tree, error) {
	report, ours, err := reports()
	if err != nil {
		return nil, err
	}
	defer report.Close()
	files, err := b.files(c, p, write, 3+len(c.Extra))
	if err != nil {
		ours.Close()
		return nil, err
	}
	defer closeAll(files)
	inner := c
	inner.Path = b.path
	inner.Args = b.arguments(c, 3+len(c.Extra), len(files))
	inner.Dir = "/"
	inner.Extra = append(append(append([]*os.File{}, c.Extra...), report), files...)
	group, err := process.StartGroup(inner)
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "start bubblewrap", err}
	}
	w := &wrapped{Group: group, told: make(chan struct{})}
	go w.listen(ours)
	return w, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // memory files: nothing can be lost
	}
}
