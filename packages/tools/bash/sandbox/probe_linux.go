package sandbox

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// try finds out what works by doing it: a trivial command is run, confined, with namespaces and
// then without. The result is kept, unless ctx cut the trial short.
func (n *native) try(ctx context.Context) (plan, Report) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tried {
		return n.plan, n.report
	}
	if !hooked.Load() {
		return plan{}, Report{Provider: "native", Enforcement: EnforcementNone,
			Reason: string(CodeHook) + ": the program must call sandbox.Main first thing in main"}
	}
	best := plan{landlock: n.usableLandlock(), filter: filterSupported && filterWorks()}
	var failures []string
	for _, isolated := range []bool{true, false} {
		p := best
		p.isolated = isolated && !n.options.NoNamespaces
		if isolated != p.isolated || !p.enforces() {
			continue
		}
		err := n.attempt(ctx, p)
		if err == nil {
			n.plan, n.report, n.tried = p, reportOf(p), true
			return n.plan, n.report
		}
		failures = append(failures, err.Error())
	}
	reason := "the kernel has no Landlock and users may not make namespaces"
	if len(failures) > 0 {
		reason = strings.Join(failures, "; ")
	}
	r := Report{Provider: "native", Enforcement: EnforcementNone, Landlock: best.landlock,
		Seccomp: best.filter, Reason: reason}
	if ctx.Err() == nil {
		n.report, n.tried = r, true
	}
	return plan{}, r
}

// usableLandlock is the ABI to use: the kernel's, or less when the options say so.
func (n *native) usableLandlock() int {
	have := landlockVersion()
	switch limit := n.options.Landlock; {
	case limit < 0:
		return 0
	case limit > 0:
		return min(have, limit)
	default:
		return have
	}
}

// attempt runs the trivial command under p in a read-only world.
func (n *native) attempt(ctx context.Context, p plan) error {
	tree, err := n.startConfined(process.Command{
		Path: "/bin/sh", Args: []string{"sh", "-c", ":"}, Dir: "/",
	}, p, rules{Landlock: p.landlock, Filter: p.filter, Network: !p.filter})
	if err != nil {
		return err
	}
	if !tree.Quiet(ctx.Done()) {
		tree.Kill()
	}
	tree.Quiet(nil)
	status := tree.Wait()
	switch {
	case status.Err != nil:
		return status.Err
	case ctx.Err() != nil:
		return fmt.Errorf("the trial did not end in time: %w", context.Cause(ctx))
	case status.Signal != "" || status.Code != 0:
		return fmt.Errorf("the trial command ended with %d%s", status.Code, status.Signal)
	}
	return nil
}

// reportOf says what a plan does not enforce.
func reportOf(p plan) Report {
	r := Report{Provider: "native", Landlock: p.landlock, Namespaces: p.isolated,
		Seccomp: p.filter, Enforcement: EnforcementFull}
	miss := func(when bool, what string) {
		if when {
			r.Missing = append(r.Missing, what)
			r.Enforcement = EnforcementPartial
		}
	}
	miss(!p.isolated, "changes of mode, owner, times and attributes of files outside")
	miss(!p.isolated, "a look at the user's other processes")
	miss(!p.isolated && p.landlock < abiTruncate, "cutting files outside short")
	miss(!p.isolated && p.landlock < abiScope, "signals to the user's other processes")
	miss(p.landlock == 0, "writing to devices that the user may open")
	miss(p.landlock < abiIoctl, "control requests to devices that the user may read")
	miss(!p.filter, "the network, which policies must leave open")
	miss(!p.filter, "system calls that reach around files: keys, terminals, kernel interfaces")
	return r
}
