package sandbox

import (
	"os"
	"path/filepath"
	"slices"
)

// Policy is the confinement of one command. The zero value means nothing: a provider refuses it.
type Policy struct {
	// Mode is what may be changed.
	Mode Mode
	// Root is the workspace: writable in [WorkspaceWrite].
	Root string
	// Writable are further directories or files that may be written, in [WorkspaceWrite].
	Writable []string
	// Readable, when not empty, hides the rest of the file system: only these, what may be
	// written and the system's own directories can be read. Empty: everything can be read, as
	// far as the user may.
	Readable []string
	// Network leaves the network open. Closed means that no socket of any family can be made,
	// Unix sockets included; socket pairs stay.
	Network bool
	// PrivateTemp keeps the shared temporary directories closed in [WorkspaceWrite]; TMPDIR
	// then names a private directory, as it always does in [ReadOnly].
	PrivateTemp bool
}

// resolve makes every path of p canonical and drops what does not exist. A root that cannot be
// resolved is an error: confining to a path that means something else would be no confinement.
func (p Policy) resolve() (Policy, error) {
	if !p.Mode.Valid() {
		_, err := ParseMode(string(p.Mode))
		return Policy{}, err
	}
	if p.Mode == FullAccess {
		return p, nil
	}
	if p.Mode == WorkspaceWrite {
		root, err := canonical(p.Root)
		if err != nil {
			return Policy{}, &Error{CodePolicy, "the sandbox's workspace root", err}
		}
		p.Root = root
	}
	p.Writable = existing(p.Writable)
	if hidden := len(p.Readable) > 0; hidden {
		p.Readable = append(existing(p.Readable), existing(systemReadable())...)
	}
	return p, nil
}

// canonical returns the absolute path without links.
func canonical(path string) (string, error) {
	if path == "" {
		return "", os.ErrInvalid
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// existing keeps the canonical forms of the paths that exist, each once.
func existing(paths []string) []string {
	var out []string
	for _, path := range paths {
		real, err := canonical(path)
		if err == nil && !slices.Contains(out, real) {
			out = append(out, real)
		}
	}
	return out
}

// writable lists what a command of this policy may write, canonical, scratch included.
func (p Policy) writable(scratch string) []string {
	list := []string{scratch}
	if p.Mode == WorkspaceWrite {
		list = append(list, p.Root)
		list = append(list, p.Writable...)
		if !p.PrivateTemp {
			list = append(list, "/tmp", os.TempDir())
		}
	}
	return existing(list)
}

// scratched reports whether TMPDIR must name the private directory.
func (p Policy) scratched() bool { return p.Mode == ReadOnly || p.PrivateTemp }

// systemReadable lists what programs need to start at all.
func systemReadable() []string {
	return []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt",
		"/nix/store", "/proc", "/dev", "/sys/devices/system/cpu", "/sys/kernel/mm",
		"/run/current-system"}
}
