package fs

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// Backend gives the file system of a workspace. It is safe for concurrent use.
type Backend interface {
	// System returns the file system for calls whose workspace is dir, an absolute path.
	System(dir string) (filesys.System, error)
	// Confines returns the mode of the wall round the systems that System returns; ok is false when
	// there is none.
	Confines() (mode filesys.Mode, ok bool)
}

// Service is what the file tools share: the events of file access, the backend in force for an
// agent, and the store for what does not fit into a result. Make one with [NewService], once per
// process; it is safe for concurrent use.
type Service struct {
	// Events are the events of §8.2.
	Events Events
	// Backends holds the backend for a scope and those below it. Where none was provided, files are
	// those of the machine, without a wall.
	Backends scope.Slot[Backend]
	// Stores holds the store for results that exceed their cap. Where none was provided, nothing is
	// saved.
	Stores scope.Slot[Store]

	local    *filesys.Local
	registry *tools.Registry
	logger   *slog.Logger
}

// NewService makes a service for the tools of a registry. A nil logger is the default one.
func NewService(registry *tools.Registry, logger *slog.Logger) (*Service, error) {
	if logger == nil {
		logger = slog.Default()
	}
	local, err := filesys.NewLocal(filesys.Config{})
	if err != nil {
		return nil, err
	}
	s := &Service{local: local, registry: registry, logger: logger}
	if err := event.Init(&s.Events, s.report); err != nil {
		return nil, fmt.Errorf("file service: %w", err)
	}
	return s, nil
}

// report logs what an observer did wrong; the call that it observed is not concerned.
func (s *Service) report(f event.Failure) {
	s.logger.Error("listener failed", "event", f.Event, "listener", f.Label, "error", f.Err)
}

// Place is where one call works: the file system, and the directory of relative paths.
type Place struct {
	filesys.System
	Dir string
}

// Place finds where a call works. The directory is the agent's workspace, or else fallback, which
// is absolute.
func (s *Service) Place(c *tools.Call, fallback string) (Place, error) {
	dir := fallback
	if a := c.Agent(); a != nil && a.Dir != "" {
		dir = a.Dir
	}
	backend, ok := s.Backends.Nearest(KeyOf(c))
	if !ok {
		return Place{System: s.local, Dir: dir}, nil
	}
	system, err := backend.System(dir)
	if err != nil {
		return Place{}, fmt.Errorf("workspace %q: %w", dir, err)
	}
	return Place{System: system, Dir: dir}, nil
}

// Confines returns the mode of the wall that calls of a scope meet; ok is false when there is none.
func (s *Service) Confines(key *scope.Key) (mode filesys.Mode, ok bool) {
	backend, ok := s.Backends.Nearest(key)
	if !ok {
		return "", false
	}
	return backend.Confines()
}

// KeyOf returns the key by which events of a call are dispatched; nil for a call without agent.
func KeyOf(c *tools.Call) *scope.Key {
	if a := c.Agent(); a != nil {
		return a.Key
	}
	return nil
}

// DirOrCurrent resolves the directory that a configuration gives for calls without a workspace:
// the given one, made absolute, or else that of the process.
func DirOrCurrent(dir string) (string, error) {
	current, err := os.Getwd()
	if err != nil || dir == "" {
		return current, err
	}
	l, err := filesys.NewLocal(filesys.Config{Dir: current})
	if err != nil {
		return "", err
	}
	t, err := l.Resolve(context.Background(), dir, "") // names no file, so there is nothing to wait for
	return t.Key, err
}
