package filesys

import "fmt"

// Mode is how much a containment lets through. The zero Mode stands for "the one configured".
type Mode string

// The modes, narrowest first (§5.1).
const (
	// ModeReadOnly lets no mutation through.
	ModeReadOnly Mode = "read-only"
	// ModeWorkspaceWrite lets mutations through that stay inside the writable roots.
	ModeWorkspaceWrite Mode = "workspace-write"
	// ModeFullAccess lets everything through.
	ModeFullAccess Mode = "danger-full-access"
)

func (m Mode) width() int {
	switch m {
	case ModeReadOnly:
		return 1
	case ModeWorkspaceWrite:
		return 2
	case ModeFullAccess:
		return 3
	}
	return 0
}

// WiderThan tells whether m lets more through than n. An unknown mode is wider than none.
func (m Mode) WiderThan(n Mode) bool { return m.width() > n.width() }

// Validate reports a mode that is none of the three.
func (m Mode) Validate() error {
	if m.width() == 0 {
		return fmt.Errorf("unknown sandbox mode %q: use %q, %q or %q",
			string(m), ModeReadOnly, ModeWorkspaceWrite, ModeFullAccess)
	}
	return nil
}
