package dshdriver

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// backend is the local file system, which tells when a path is resolved.
type backend struct {
	config    filesys.Config
	onResolve func()
}

// Confines says that there is no wall.
func (*backend) Confines() (filesys.Mode, bool) { return "", false }

// System returns the files of a workspace.
func (b *backend) System(dir string) (filesys.System, error) {
	config := b.config
	config.Dir = dir
	l, err := filesys.NewLocal(config)
	return &system{Local: l, backend: b}, err
}

type system struct {
	*filesys.Local
	backend *backend
}

// Resolve tells, and resolves.
func (s *system) Resolve(ctx context.Context, path, cwd string) (filesys.Target, error) {
	if s.backend.onResolve != nil {
		s.backend.onResolve()
	}
	return s.Local.Resolve(ctx, path, cwd)
}

// observeName is the tool by which the driver records an observation.
const observeName = "observe"

type observeIn struct {
	Path string `json:"path"`
}

// Observe lets the agent see a file from inside a call, as a tool would.
func (s *workspace) Observe(path string) error {
	d, err := tools.Define(tools.Tool[observeIn, bool]{
		Name: observeName, Description: "Records an observation.", Execute: s.observe,
	})
	if err != nil {
		return err
	}
	undo, err := s.reg.Register(s.root, d)
	if err != nil {
		return err
	}
	o, err := first(
		s.reg.Execute(context.Background(), &tools.Batch{Agent: s.agent, Calls: []tools.RawCall{{
			CallID: "call-0", Name: observeName, Arguments: argumentText(map[string]any{"path": path}),
		}}}),
	)
	if err == nil && o.Result.IsError() {
		err = errors.New(o.Result.Failure().Message())
	}
	return errors.Join(err, undo(context.Background()))
}

func (s *workspace) observe(ctx context.Context, x *tools.Exec, in observeIn) (bool, error) {
	place, err := s.files.Place(x.Call, s.Dir)
	if err != nil {
		return false, err
	}
	target, err := place.Resolve(ctx, in.Path, place.Dir)
	if err != nil {
		return false, err
	}
	info, err := place.Stat(ctx, target)
	if err != nil {
		return false, err
	}
	s.files.Saw(ctx, x.Call, target, info.Version)
	return true, nil
}
