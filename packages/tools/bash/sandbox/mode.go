package sandbox

import "fmt"

// Mode says what a command may change (tools §5.1).
type Mode string

const (
	// ReadOnly: nothing outside a private scratch directory may be written.
	ReadOnly Mode = "read-only"
	// WorkspaceWrite: the workspace and the temporary directories may be written.
	WorkspaceWrite Mode = "workspace-write"
	// FullAccess: no confinement.
	FullAccess Mode = "danger-full-access"
)

// Modes lists the modes from the narrowest to the widest.
func Modes() []Mode { return []Mode{ReadOnly, WorkspaceWrite, FullAccess} }

// width orders the modes; an unknown one is narrower than all.
func (m Mode) width() int {
	for i, known := range Modes() {
		if m == known {
			return i + 1
		}
	}
	return 0
}

// Valid reports whether m is one of the three modes.
func (m Mode) Valid() bool { return m.width() > 0 }

// WiderThan reports whether m allows strictly more than other.
func (m Mode) WiderThan(other Mode) bool { return m.width() > other.width() }

// Confines reports whether commands of this mode are confined. An unknown mode does: what is not
// understood is never allowed everything.
func (m Mode) Confines() bool { return m != FullAccess }

// ParseMode checks a mode given as text.
func ParseMode(text string) (Mode, error) {
	if m := Mode(text); m.Valid() {
		return m, nil
	}
	return "", &Error{CodePolicy, fmt.Sprintf("unknown sandbox mode %q: expected %q, %q or %q",
		text, ReadOnly, WorkspaceWrite, FullAccess), nil}
}
