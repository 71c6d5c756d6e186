package tools

import "github.com/dsh-go/dsh/packages/core/scope"

// Agent is whom a call belongs to. Its key decides which tools, guards,
// listeners and executor the call meets; the rest is for tools, people and
// records. Immutable once calls are made with it.
type Agent struct {
	ID  string
	Key *scope.Key
	// Dir is the absolute path of the agent's workspace: what relative paths
	// are resolved against. Empty means the tool's own configured default.
	Dir string
}

// key is the routing key of an agent that may be nil: no agent sees only what
// is global (R90).
func (a *Agent) key() *scope.Key {
	if a == nil {
		return nil
	}
	return a.Key
}
