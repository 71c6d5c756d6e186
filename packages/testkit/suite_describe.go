package testkit

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func describeCases() []executorCase {
	return []executorCase{
		{
			"describe is stable",
			`the same tools are described in the same words, whatever the order in which they were registered before`,
			false,
			func(x *executorTest) {
				for _, name := range []string{"b", "a", "c"} {
					x.Register(Echo(name))
				}
				first, second := x.describe(nil, nil), x.describe(nil, nil)
				x.equal("second description", second, first)
			},
		},
		{
			"describe covers every tool",
			`a tool that the agent may call can be found in what the model is told`,
			false,
			func(x *executorTest) {
				before := x.describe(nil, nil)
				x.Register(Echo("a-tool-with-its-own-name"))
				if after := x.describe(nil, nil); after == before {
					x.Errorf("the description does not change when a tool is added: %s", after)
				}
			},
		},
		{
			"describe leaves out what is not admitted",
			`a tool whose condition is false is not mentioned, and calling it is an unknown tool`,
			false,
			func(x *executorTest) {
				empty := x.describe(nil, nil)
				var ran bool
				d := Tool(
					"conditional",
					func(context.Context, *tools.Exec) (any, error) { ran = true; return nil, nil },
				)
				x.Register(
					d,
					tools.When(func(context.Context, tools.Activation) (bool, error) { return false, nil }),
				)
				set, err := x.Registry.Resolve(x.ctx, tools.Activation{})
				if err != nil {
					x.Fatal(err)
				}
				x.equal("description", x.describe(nil, set), empty)
				b := x.batch("conditional", "")
				b.Set = set
				x.Run(x.ctx, b)
				x.equal("the body ran", ran, false)
			},
		},
		{
			"describe follows restrictions",
			`a tool that is hidden from an agent is not mentioned to it`,
			false,
			func(x *executorTest) {
				agent, s := x.Agent("someone", nil)
				empty := x.describe(agent, nil)
				x.Register(Echo("hidden"))
				if _, err := x.Registry.Restrict(s, tools.Restriction{Deny: []string{"hidden"}}); err != nil {
					x.Fatal(err)
				}
				x.equal("description", x.describe(agent, nil), empty)
			},
		},
	}
}

// describe returns a description as text.
func (x *executorTest) describe(agent *tools.Agent, set *tools.ToolSet) string {
	x.Helper()
	d, err := x.Registry.Describe(x.ctx, agent, set)
	if err != nil {
		x.Fatalf("describe: %v", err)
	}
	text, err := jsonvalue.Marshal(d)
	if err != nil {
		x.Fatal(err)
	}
	return text.Text()
}
