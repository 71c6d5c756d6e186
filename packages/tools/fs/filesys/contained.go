package filesys

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Containment configures the wall of a [Contained].
type Containment struct {
	// Root is the workspace: writable in ModeWorkspaceWrite. It must exist.
	Root string `json:"root"`
	// Mode is the mode of calls that ask for none; "" is ModeReadOnly.
	Mode Mode `json:"mode,omitzero"`
	// Writable lists further directories that are writable in ModeWorkspaceWrite. Those that do
	// not exist are left out.
	Writable []string `json:"writable,omitzero"`
	// ConfineReads refuses to read, list or describe anything outside the root, Writable and
	// Readable. Without it reads are unrestricted.
	ConfineReads bool `json:"confineReads,omitzero"`
	// Readable lists further directories that may be read when ConfineReads is set.
	Readable []string `json:"readable,omitzero"`
}

// Contained is a [Local] with a wall round it (§8.6). What lies inside is decided on real paths,
// so an absolute path into the workspace is inside and a link out of it is not. Make one with
// [NewContained]; it is safe for concurrent use.
type Contained struct {
	*Local
	mode     Mode
	writable []string
	// readable is nil when reads are unrestricted.
	readable []string
}

// NewContained builds the wall c round l. It fails when the mode is unknown or the root is not a
// directory.
func NewContained(l *Local, c Containment) (*Contained, error) {
	if c.Mode == "" {
		c.Mode = ModeReadOnly
	}
	if err := c.Mode.Validate(); err != nil {
		return nil, err
	}
	root, err := realDir(c.Root)
	if err != nil {
		return nil, fmt.Errorf("containment root %q: %w", c.Root, err)
	}
	w := &Contained{Local: l, mode: c.Mode, writable: append([]string{root}, realDirs(c.Writable)...)}
	if c.ConfineReads {
		w.readable = append(realDirs(c.Readable), w.writable...)
	}
	return w, nil
}

// TempRoots lists the directories for temporary files of this machine, for
// [Containment.Writable].
func TempRoots() []string {
	roots := []string{os.TempDir()}
	if filepath.Separator == '/' && roots[0] != "/tmp" {
		roots = append(roots, "/tmp")
	}
	return roots
}

func realDir(path string) (string, error) {
	if path == "" {
		return "", errNotDirectory
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil && !isDir(real) {
		err = errNotDirectory
	}
	return real, err
}

func realDirs(paths []string) []string {
	var dirs []string
	for _, path := range paths {
		if real, err := realDir(path); err == nil {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// Confinement returns the mode of calls that ask for none; ok is always true.
func (c *Contained) Confinement() (mode Mode, ok bool) { return c.mode, true }

// Confinement reports that there is no wall.
func (l *Local) Confinement() (mode Mode, ok bool) { return "", false }

// Stat is [Local.Stat] inside the wall.
func (c *Contained) Stat(ctx context.Context, t Target) (Info, error) {
	if err := c.mayRead(t, VerbStat); err != nil {
		return Info{}, err
	}
	return c.Local.Stat(ctx, t)
}

// Open is [Local.Open] inside the wall.
func (c *Contained) Open(ctx context.Context, t Target, verb Verb) (*File, error) {
	if err := c.mayRead(t, verb); err != nil {
		return nil, err
	}
	return c.Local.Open(ctx, t, verb)
}

// ReadBytes is [Local.ReadBytes] inside the wall.
func (c *Contained) ReadBytes(ctx context.Context, t Target, maxBytes int64) ([]byte, Info, error) {
	if err := c.mayRead(t, VerbRead); err != nil {
		return nil, Info{}, err
	}
	return c.Local.ReadBytes(ctx, t, maxBytes)
}

// List is [Local.List] inside the wall.
func (c *Contained) List(ctx context.Context, t Target) ([]Entry, error) {
	if err := c.mayRead(t, VerbList); err != nil {
		return nil, err
	}
	return c.Local.List(ctx, t)
}

func (c *Contained) mayRead(t Target, verb Verb) error {
	if c.readable == nil {
		return nil
	}
	if _, _, ok := within(c.readable, t.Key); ok {
		return nil
	}
	return Fail(CodeSandboxDenied, verb, t.Display, "outside the readable roots")
}

// Write is [Local.Write] inside the wall.
func (c *Contained) Write(ctx context.Context, t Target, r WriteRequest) (WriteResult, error) {
	m, err := c.admit(t, VerbWrite, r.Mode)
	if err != nil {
		return WriteResult{}, err
	}
	return c.write(ctx, m, r)
}

// Edit is [Local.Edit] inside the wall.
func (c *Contained) Edit(ctx context.Context, t Target, r EditRequest) (EditResult, error) {
	m, err := c.admit(t, VerbEdit, r.Mode)
	if err != nil {
		return EditResult{}, err
	}
	return c.edit(ctx, m, r)
}
