package fs

import (
	"sync"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// ContainmentConfig configures the wall round the file systems of a scope. The zero value is the
// strictest.
type ContainmentConfig struct {
	// Mode is "read-only", "workspace-write" or "danger-full-access"; empty is "read-only".
	Mode filesys.Mode `json:"mode,omitzero"`
	// NoTemp leaves the machine's directories for temporary files out of what is writable in
	// workspace-write.
	NoTemp bool `json:"noTemp,omitzero"`
	// Writable lists further directories that are writable in workspace-write.
	Writable []string `json:"writable,omitzero"`
	// ConfineReads keeps reads, listings and searches inside the workspace, Writable and Readable.
	ConfineReads bool `json:"confineReads,omitzero"`
	// Readable lists further directories that may be read when ConfineReads is set.
	Readable []string `json:"readable,omitzero"`
	// Files configures the file system inside the wall.
	Files filesys.Config `json:"files,omitzero"`
}

// Validate refuses an unknown mode and limits out of range.
func (c ContainmentConfig) Validate() error {
	if c.Mode != "" {
		if err := c.Mode.Validate(); err != nil {
			return err
		}
	}
	return c.Files.Validate()
}

// Containment is the backend that walls each workspace in. Make one with [NewContainment].
type Containment struct {
	config ContainmentConfig
	local  *filesys.Local

	mu      sync.Mutex
	systems map[string]*filesys.Contained
}

var _ Backend = (*Containment)(nil)

// NewContainment makes the backend.
func NewContainment(c ContainmentConfig) (*Containment, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Mode == "" {
		c.Mode = filesys.ModeReadOnly
	}
	local, err := filesys.NewLocal(c.Files)
	if err != nil {
		return nil, err
	}
	return &Containment{config: c, local: local, systems: make(map[string]*filesys.Contained)}, nil
}

// Confines returns the configured mode.
func (c *Containment) Confines() (filesys.Mode, bool) { return c.config.Mode, true }

// maxSystems bounds how many workspaces are remembered; each takes a few hundred bytes.
const maxSystems = 256

// System returns the walled file system of the workspace dir, whose real path is the wall's root.
// It fails when dir is not a directory.
func (c *Containment) System(dir string) (filesys.System, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.systems[dir]; s != nil {
		return s, nil
	}
	writable := c.config.Writable
	if !c.config.NoTemp {
		writable = append(filesys.TempRoots(), writable...)
	}
	s, err := filesys.NewContained(c.local, filesys.Containment{
		Root: dir, Mode: c.config.Mode, Writable: writable,
		ConfineReads: c.config.ConfineReads, Readable: c.config.Readable,
	})
	if err != nil {
		return nil, err
	}
	if len(c.systems) >= maxSystems {
		clear(c.systems)
	}
	c.systems[dir] = s
	return s, nil
}
