package sandbox

import (
	"fmt"
	"strings"
)

// Enforcement says how much of a policy is enforced.
type Enforcement string

const (
	// EnforcementNone: nothing; confined modes are refused.
	EnforcementNone Enforcement = "none"
	// EnforcementPartial: writes are confined, with the gaps that the report names.
	EnforcementPartial Enforcement = "partial"
	// EnforcementFull: all that the documentation promises.
	EnforcementFull Enforcement = "full"
)

// Report is what a provider found out about this machine. It is for people and for models: what
// is not enforced is said, never passed over.
type Report struct {
	// Provider is its name: native, bubblewrap, none.
	Provider string
	// Enforcement sums up the rest.
	Enforcement Enforcement
	// Landlock is the kernel's Landlock ABI; 0 without Landlock.
	Landlock int
	// Namespaces tells that commands get their own process and mount namespaces.
	Namespaces bool
	// Seccomp tells that system calls can be filtered, which closing the network needs.
	Seccomp bool
	// Missing names what is not enforced here, one clause each.
	Missing []string
	// Reason is why nothing can be enforced; empty otherwise.
	Reason string
}

// String is one line for a person or a prompt.
func (r Report) String() string {
	switch r.Enforcement {
	case EnforcementFull:
		return fmt.Sprintf("sandbox: %s, full enforcement", r.Provider)
	case EnforcementPartial:
		return fmt.Sprintf("sandbox: %s, partial enforcement; not stopped here: %s",
			r.Provider, strings.Join(r.Missing, "; "))
	default:
		return "sandbox: unavailable, confined commands are refused: " + r.Reason
	}
}
