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
	agents *agent.Agents
	config fs.ContainmentConfig

	mu    sync.Mutex
	walls map[filesys.Mode]*fs.Containment
}

// ModeOf returns the mode that the agent's session says, for the shell.
func (m *modes) ModeOf(identity *tools.Agent) (sandbox.Mode, bool) {
	a, live := m.agents.Of(identity)
	if !live {
		return "", false
	}
	mode := sandbox.Mode(permission.Facts(a).SandboxMode)
	return mode, mode.Valid()
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
	agent *agent.Agent
}

func (f *files) mode() filesys.Mode {
	mode := filesys.Mode(permission.Facts(f.agent).SandboxMode)
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
	if _, err := fsys.Backends.Provide(s, wall); err != nil {
		return err
	}
	return m.agents.Events.Created.On(s, func(_ context.Context, a *agent.Agent) error {
		_, err := fsys.Backends.Provide(a.Scope(), &files{m, a})
		return err
	}, event.Label("sandbox modes"))
}
