package permission_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/testkit"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// rules is a policy from its configuration as it is written.
func rules(t testing.TB, config string) *permission.Policy {
	t.Helper()
	v, err := jsonvalue.ParseString(config)
	must(t, err)
	var c permission.Config
	must(t, v.Decode(&c))
	p, err := permission.New(c, nil)
	must(t, err)
	return p
}

func args(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(text)
	must(t, err)
	return v
}

func bash(t testing.TB, command string) permission.Subject {
	t.Helper()
	v, err := jsonvalue.Marshal(map[string]string{"command": command})
	must(t, err)
	return permission.Subject{Tool: "bash", Arguments: v}
}

func newAgents(t testing.TB) *agent.Agents {
	t.Helper()
	agents, err := agent.New(nil)
	must(t, err)
	return agents
}

func create(k *testkit.Kit, agents *agent.Agents, id string, owner *agent.Agent) *agent.Agent {
	k.Helper()
	log, _, err := session.Open(k.Context(), session.NewMemory(session.Header{ID: id}), session.Options{})
	must(k, err)
	k.Cleanup(func() { must(k, log.Close(context.WithoutCancel(k.Context()))) })
	a, err := agents.Create(k.Context(), agent.Spec{ID: id, Scope: k.Root, Owner: owner, Log: log})
	must(k, err)
	k.Cleanup(func() { must(k, a.Close(context.WithoutCancel(k.Context()))) })
	return a
}

func names(k *testkit.Kit, a *agent.Agent) string {
	text := ""
	for _, t := range k.Registry.Definitions(a.Key(), nil) {
		text += t.Name() + " "
	}
	return text
}

func ok(context.Context, *tools.Exec) (any, error) { return "ok", nil }
