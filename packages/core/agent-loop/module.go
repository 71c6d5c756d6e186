package agentloop

import (
	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.uber.org/fx"
)

// Params are the services that loops need. Without Prompt, System assembles;
// without both, [Plain] does.
type Params struct {
	fx.In
	Lifecycle fx.Lifecycle
	Tools     *tools.Registry
	Agents    *agent.Agents
	Model     llm.Model
	Prompt    Prompter             `optional:"true"`
	System    *systemprompt.Prompt `optional:"true"`
}

// Module provides [Services], which [New] makes loops with.
var Module = fx.Module("agent-loop", fx.Provide(func(p Params) (Services, error) {
	s := Services{Tools: p.Tools, Agents: p.Agents, Model: p.Model, Prompt: p.Prompt}
	if s.Prompt != nil || p.System == nil {
		return s, nil
	}
	root := scope.NewRoot("agent-loop")
	p.Lifecycle.Append(fx.StopHook(root.Close))
	var err error
	s.Prompt, err = System(root.Context(), root, p.System, p.Tools)
	return s, err
}))
