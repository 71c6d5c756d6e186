package sandbox

import (
	"context"
	"os"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// native confines with what the kernel offers to everyone: Landlock, a system call filter and,
// where users may make them, namespaces.
type native struct {
	options Options
	scratch scratch

	mu     sync.Mutex
	tried  bool
	plan   plan
	report Report

	keeping sync.Mutex
	keeper  *keeper
}

// plan is what a trial found to work.
type plan struct {
	landlock int
	isolated bool
	filter   bool
}

// enforces tells whether writes can be confined at all.
func (p plan) enforces() bool { return p.landlock > 0 || p.isolated }

func newNative(o Options) Provider { return &native{options: o} }

// Report implements [Provider].
func (n *native) Report(ctx context.Context) Report {
	_, r := n.try(ctx)
	return r
}

// Start implements [Provider].
func (n *native) Start(c process.Command, p Policy) (process.Tree, error) {
	p, err := p.resolve()
	if err != nil {
		return nil, err
	}
	if p.Mode == FullAccess {
		return n.startOpen(c)
	}
	// A trial belongs to no caller: its result is kept for all of them.
	ctx, cancel := context.WithTimeout(context.Background(), probeBudget)
	defer cancel()
	plan, report := n.try(ctx)
	if err := admit(plan, report, p); err != nil {
		return nil, err
	}
	scratch, err := n.scratch.path()
	if err != nil {
		return nil, &Error{CodeUnavailable, "make a private temporary directory", err}
	}
	if p.scratched() {
		c.Env = append(without(c.Env, "TMPDIR="), "TMPDIR="+scratch)
	}
	return n.startConfined(c, plan, rules{
		Write:    p.writable(scratch),
		Read:     p.Readable,
		Network:  p.Network,
		Landlock: plan.landlock,
		Filter:   plan.filter,
	})
}

// startOpen starts an unconfined command below a supervisor, or in a plain group when this
// program cannot be started again.
func (n *native) startOpen(c process.Command) (process.Tree, error) {
	if !hooked.Load() {
		return process.StartGroup(c)
	}
	return startSingle(c, newJob(c))
}

// startConfined is the one place where a confined command is started.
func (n *native) startConfined(c process.Command, p plan, r rules) (process.Tree, error) {
	j := newJob(c)
	j.Confined, j.Rules = true, r
	if !p.isolated {
		return startSingle(c, j)
	}
	k, err := n.keep()
	if err != nil {
		return nil, err
	}
	return k.start(c, j)
}

// keep returns the keeper, starting one when there is none.
func (n *native) keep() (*keeper, error) {
	n.keeping.Lock()
	defer n.keeping.Unlock()
	if n.keeper != nil && n.keeper.alive() {
		return n.keeper, nil
	}
	k, err := startKeeper()
	if err != nil {
		return nil, err
	}
	n.keeper = k
	return k, nil
}

func newJob(c process.Command) job {
	return job{Path: c.Path, Args: c.Args, Dir: c.Dir, Env: c.Env, Extra: len(c.Extra),
		Terminal: c.Terminal}
}

// admit refuses a policy that the plan cannot enforce.
func admit(plan plan, report Report, p Policy) error {
	switch {
	case !plan.enforces():
		return &Error{CodeUnavailable, report.String(), nil}
	case !p.Network && !plan.filter:
		return &Error{CodeUnavailable, "the network cannot be closed without system call " +
			"filters, which this kernel or architecture lacks; a policy may leave it open", nil}
	case len(p.Readable) > 0 && plan.landlock == 0:
		return &Error{CodeUnavailable, "reading cannot be confined without Landlock", nil}
	}
	return nil
}

// Denied implements [Provider].
func (n *native) Denied(status process.Status, stderr string) bool {
	return deniedBy([]string{"permission denied", "read-only file system",
		"operation not permitted", "invalid cross-device link"}, status, stderr)
}

// Close implements [Provider].
func (n *native) Close() error {
	n.keeping.Lock()
	defer n.keeping.Unlock()
	if n.keeper != nil {
		n.keeper.close()
		n.keeper = nil
	}
	return n.scratch.remove()
}

// without drops the entries that begin with prefix.
func without(env []string, prefix string) []string {
	kept := make([]string, 0, len(env)+1)
	for _, entry := range env {
		if !strings.HasPrefix(entry, prefix) {
			kept = append(kept, entry)
		}
	}
	return kept
}

// scratch is a private temporary directory, made at the first need.
type scratch struct {
	mu   sync.Mutex
	made string
}

func (s *scratch) path() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if isDir(s.made) {
		return s.made, nil
	}
	dir, err := os.MkdirTemp("", "dsh-scratch-")
	if err != nil {
		return "", err
	}
	s.made, err = canonical(dir)
	return s.made, err
}

func (s *scratch) remove() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made == "" {
		return nil
	}
	err := os.RemoveAll(s.made)
	s.made = ""
	return err
}
