package presets_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/host"
	"go.uber.org/fx"
)

// Shout is what the tool takes.
type Shout struct {
	Text string `json:"text"`
}

// newShout is a plugin of our own. fx hands it the registry.
func newShout(registry *tools.Registry) plugin.Plugin {
	return plugin.Of("tool-shout", func(_ context.Context, s *scope.Scope, _ struct{}) error {
		d, err := tools.Define(tools.Tool[Shout, string]{
			Name: "shout", Description: "Says it loud.",
			Execute: func(_ context.Context, _ *tools.Exec, in Shout) (string, error) {
				return strings.ToUpper(in.Text), nil
			},
		})
		if err == nil {
			_, err = registry.Register(s, d)
		}
		return err
	})
}

// An agent composed of fx modules: an executor, policies, a tool of our own, a
// person who says yes, and a model.
func Example() {
	ctx := context.Background()
	h, err := host.Start(ctx, presets.Preset{
		ID: "mine",
		Parts: []presets.Part{
			{Name: "native", Option: native.Module}, {Name: "permission", Option: permission.Module},
			{Name: "approval", Option: approval.Module},
			{Name: "shout", Option: fx.Module("shout", plugin.Provide(newShout))},
		},
		Shared: []presets.Row{
			{Plugin: native.PluginName}, {Plugin: approval.PluginName},
			{Plugin: permission.PluginName, Config: []byte(`{"rules": [{"action": "ask", "tool": "shout"}]}`)},
			{Plugin: "tool-shout"},
		},
	}, host.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close(ctx)
	_ = h.Approval.Answers(h.Shared(), func(_ context.Context, q *approval.Request) (tools.Approval, error) {
		fmt.Println("may it", q.Call.Name()+"?")
		return tools.ApprovalAllowedOnce, nil
	})
	script, _ := scripted.Parse([]byte(`{"version": 1, "name": "greeting", "turns": [
		{"respond": {"toolCalls": [{"name": "shout", "arguments": {"text": "hello"}}]}},
		{"expect": {"results": [{"contains": ["HELLO"]}]}, "respond": {"text": "I said HELLO."}}]}`))
	a, _ := h.Create(ctx, host.Spec{ID: "agent-1", Dir: os.TempDir()})
	loop, _ := h.Loop(a, scripted.NewPlayer(script, 0), agentloop.Config{})
	_ = a.Agent.Inbox().Post(llm.UserMessage("Greet the world."))
	outcome, err := loop.Turn(ctx)
	fmt.Println(outcome.Reason, outcome.Steps, outcome.Text, err)
	// Output:
	// may it shout?
	// completed 2 I said HELLO. <nil>
}
