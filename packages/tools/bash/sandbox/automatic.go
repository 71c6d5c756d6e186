package sandbox

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// probeBudget bounds the trial of a provider (tools §5.2).
const probeBudget = 5 * time.Second

// automatic is the first of its choices that can enforce something.
type automatic struct {
	choices []Provider

	mu     sync.Mutex
	chosen Provider
	report Report
}

// choose settles on a provider; a trial cut short by ctx is made again next time.
func (a *automatic) choose(ctx context.Context) (Provider, Report) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.chosen != nil {
		return a.chosen, a.report
	}
	var first Report
	for i, p := range a.choices {
		r := p.Report(ctx)
		if r.Enforcement != EnforcementNone {
			a.chosen, a.report = p, r
			return p, r
		}
		if i == 0 {
			first = r
		}
	}
	if ctx.Err() == nil {
		a.chosen, a.report = a.choices[0], first
	}
	return a.choices[0], first
}

// Report implements [Provider].
func (a *automatic) Report(ctx context.Context) Report {
	_, r := a.choose(ctx)
	return r
}

// Start implements [Provider].
func (a *automatic) Start(c process.Command, p Policy) (process.Tree, error) {
	if !p.Mode.Confines() { // needs nothing of the kernel
		return a.choices[0].Start(c, p)
	}
	// A trial belongs to no caller: its result is kept for all of them.
	ctx, cancel := context.WithTimeout(context.Background(), probeBudget)
	defer cancel()
	chosen, _ := a.choose(ctx)
	return chosen.Start(c, p)
}

// Denied implements [Provider].
func (a *automatic) Denied(status process.Status, stderr string) bool {
	a.mu.Lock()
	chosen := a.chosen
	a.mu.Unlock()
	return chosen != nil && chosen.Denied(status, stderr)
}

// Close implements [Provider].
func (a *automatic) Close() error {
	var errs []error
	for _, p := range a.choices {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}
