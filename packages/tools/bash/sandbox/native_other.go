//go:build !linux

package sandbox

import (
	"context"
	"runtime"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// absent is the provider of platforms that have none: it runs full-access commands and refuses
// the rest.
type absent struct{}

func newNative(Options) Provider { return absent{} }

func newBubblewrap(Options) Provider { return absent{} }

// supervise is never reached: nothing starts a supervisor here.
func supervise() int { return 1 }

// Report implements [Provider].
func (absent) Report(context.Context) Report {
	return Report{Provider: "none", Enforcement: EnforcementNone,
		Reason: "Landlock and bubblewrap exist on Linux only, this is " + runtime.GOOS}
}

// Start implements [Provider].
func (a absent) Start(c process.Command, p Policy) (process.Tree, error) {
	if p, err := p.resolve(); err != nil || p.Mode != FullAccess {
		if err == nil {
			err = &Error{CodeUnavailable, a.Report(context.Background()).String(), nil}
		}
		return nil, err
	}
	return process.StartGroup(c)
}

// Denied implements [Provider].
func (absent) Denied(process.Status, string) bool { return false }

// Close implements [Provider].
func (absent) Close() error { return nil }
