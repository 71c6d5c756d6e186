package observe

import (
	"runtime"
	"sync"
	"weak"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// memory holds what each agent saw. The zero value is ready; it is safe for concurrent use.
type memory struct {
	mu     sync.Mutex
	agents map[identity]map[string]filesys.Version
}

// identity is whose memory it is. An agent is forgotten with its key; one without a key is
// remembered as long as the policy is in force.
type identity struct {
	key weak.Pointer[scope.Key]
	id  string
}

func identify(a *tools.Agent) identity { return identity{key: weak.Make(a.Key), id: a.ID} }

// note records that the agent saw a version of the file, the zero version being none.
func (m *memory) note(a *tools.Agent, file string, v filesys.Version) {
	who := identify(a)
	m.mu.Lock()
	defer m.mu.Unlock()
	files := m.agents[who]
	if files == nil {
		if m.agents == nil {
			m.agents = make(map[identity]map[string]filesys.Version)
		}
		files = make(map[string]filesys.Version)
		m.agents[who] = files
		if a.Key != nil {
			runtime.AddCleanup(a.Key, m.forget, who)
		}
	}
	files[file] = v
}

// recall returns what the agent saw of the file last; ok is false when it never looked.
func (m *memory) recall(a *tools.Agent, file string) (v filesys.Version, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok = m.agents[identify(a)][file]
	return v, ok
}

func (m *memory) forget(who identity) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.agents, who)
}
