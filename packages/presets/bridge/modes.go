package bridge

import (
	"context"
	"sync"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// ModesConfig configures the bridge of sandbox modes: the wall round the file
// systems of agents, as in the row fs-containment. Its mode holds for agents whose
// session says none.
type ModesConfig = fs.ContainmentConfig

// modes makes shell and files follow the sandbox mode in each agent's session.
type modes struct {
	agents  *agent.Agents
	config  fs.ContainmentConfig
	watches sync.Map // from *agent.Agent to *permission.Watch

	mu    sync.Mutex
	walls map[filesys.Mode]*fs.Containment
}

// ModeOf returns the mode that the agent's session says, for the shell.
func (m *modes) ModeOf(identity *tools.Agent) (sandbox.Mode, bool) {
	a, live := m.agents.Of(identity)
	if !live {
		return "", false
	}
	mode := sandbox.Mode(m.watch(a).Facts().SandboxMode)
	return mode, mode.Valid()
}

// watch returns the watch over an agent's log, until the agent closes.
func (m *modes) watch(a *agent.Agent) *permission.Watch {
	if w, ok := m.watches.Load(a); ok {
		return w.(*permission.Watch)
	}
	return permission.NewWatch(a)
}

// wall returns the wall of a mode; they are made once.
func (m *modes) wall(mode filesys.Mode) (*fs.Containment, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.walls[mode]; w != nil {
		return w, nil
	}
	c := m.config
	c.Mode = mode
	w, err := fs.NewContainment(c)
	if err == nil {
		m.walls[mode] = w
	}
	return w, err
}

// files is the backend of one agent: the wall of the mode that its session says
// now.
type files struct {
	modes *modes
	watch *permission.Watch
}

func (f *files) mode() filesys.Mode {
	mode := filesys.Mode(f.watch.Facts().SandboxMode)
	if mode.Validate() != nil {
		return f.modes.config.Mode
	}
	return mode
}

// System returns the walled file system of a workspace.
func (f *files) System(dir string) (filesys.System, error) {
	w, err := f.modes.wall(f.mode())
	if err != nil {
		return nil, err
	}
	return w.System(dir)
}

// Confines returns the mode.
func (f *files) Confines() (filesys.Mode, bool) { return f.mode(), true }

// install lets the agents below s have their own modes until s closes.
func (m *modes) install(s *scope.Scope, sh *shell.Service, fsys *fs.Service) error {
	if err := m.agents.Events.Created.On(s, func(_ context.Context, a *agent.Agent) error {
		return m.follow(a, fsys)
	}, event.Label("sandbox modes")); err != nil {
		return err
	}
	if sh != nil {
		if _, err := sh.Modes.Provide(s, m); err != nil {
			return err
		}
	}
	if fsys == nil {
		return nil
	}
	wall, err := m.wall(m.config.Mode)
	if err != nil {
		return err
	}
	_, err = fsys.Backends.Provide(s, wall)
	return err
}

// follow gives a new agent its own mode until it closes.
func (m *modes) follow(a *agent.Agent, fsys *fs.Service) error {
	w := permission.NewWatch(a)
	m.watches.Store(a, w)
	if _, err := a.Scope().Defer("sandbox mode", func(context.Context) error {
		m.watches.Delete(a)
		return nil
	}); err != nil {
		m.watches.Delete(a)
		return err
	}
	if fsys == nil {
		return nil
	}
	_, err := fsys.Backends.Provide(a.Scope(), &files{m, w})
	return err
}
