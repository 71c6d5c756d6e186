package agentloop_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// newLoop is an agent with one tool and a scripted model.
func newLoop(ctx context.Context, root *scope.Scope, script string) (*agentloop.Loop, *session.Log) {
	registry, _ := tools.New(tools.Options{})
	native.Mount(root, registry, native.Config{})
	add, _ := tools.Define(tools.Tool[struct{ A, B int }, int]{
		Name: "add", Description: "Adds two numbers.",
		Execute: func(_ context.Context, _ *tools.Exec, in struct{ A, B int }) (int, error) { return in.A + in.B, nil },
	})
	registry.Register(root, add)
	s, _ := scripted.Parse([]byte(script))
	agents, _ := agent.New(nil)
	log, _, _ := session.Open(ctx, session.NewMemory(session.Header{ID: "s-1"}), session.Options{})
	a, _ := agents.Create(ctx, agent.Spec{ID: "s-1", Scope: root, Log: log})
	loop, _ := agentloop.New(a, agentloop.Services{
		Tools: registry, Agents: agents, Model: scripted.NewPlayer(s, 0),
	}, agentloop.Config{MaxSteps: 20})
	return loop, log
}

func Example() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	loop, log := newLoop(ctx, root, `{"version": 1, "name": "sum", "turns": [
		{"respond": {"toolCalls": [{"name": "add", "arguments": {"A": 2, "B": 3}}]}},
		{"expect": {"results": [{"contains": ["5"]}]}, "respond": {"text": "The sum is 5."}}]}`)
	loop.Agent().Inbox().Post(llm.UserMessage("What is 2 and 3?"))
	outcome, err := loop.Turn(ctx)
	fmt.Println(outcome.Reason, outcome.Steps, outcome.Text, err)
	for _, m := range log.Messages() {
		fmt.Println(m.Role)
	}
	// Output:
	// completed 2 The sum is 5. <nil>
	// user
	// assistant
	// tool
	// assistant
}

func ExampleLoop_Delegate() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	loop, _ := newLoop(ctx, root, `{"version": 1, "name": "count", "turns": [
		{"respond": {"toolCalls": [{"name": "structured_output", "arguments": {"files": 3}}]}}]}`)
	form, _ := jsonvalue.ParseString(`{"type": "object", "properties": {"files": {"type": "integer"}},
		"required": ["files"], "additionalProperties": false}`)
	report, err := loop.Delegate(ctx, agentloop.Task{Prompt: "Count the files.", Schema: form})
	fmt.Println(report.StopReason, report.Structured, err)
	// Output: completed {"files":3} <nil>
}
