package ask

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Name is the tool's name.
const Name = "ask_user_question"

const description = "Ask the user when a decision is theirs and cannot be found out otherwise. " +
	"Ask everything at once, and offer options where there are likely answers. " +
	"Do not ask for permission to use tools; that is asked by itself."

// Arguments are the arguments of a call.
type Arguments struct {
	Questions []Question `json:"questions" description:"The questions, asked together."`
}

// Value is the canonical value of a call, with the answers in the order of the
// questions. The model reads it as JSON.
type Value struct {
	Answers []Answer `json:"answers"`
}

// New returns the definition of the tool.
func New(agents *agent.Agents, askers *Askers) (tools.Definition, error) {
	t := &tool{agents, askers}
	return tools.Define(tools.Tool[Arguments, Value]{
		Name: Name, Description: description, Execute: t.execute,
		PresentCall: func(in Arguments) tools.CallView {
			title := "Ask the user"
			if len(in.Questions) == 1 {
				title = in.Questions[0].Question
			} else if n := len(in.Questions); n > 1 {
				title = fmt.Sprintf("Ask the user %d questions", n)
			}
			return tools.GenericCall{Title: title}
		},
		Traits: tools.Traits{ReadOnly: true, OpenWorld: true},
	})
}

type tool struct {
	agents *agent.Agents
	askers *Askers
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, in Arguments) (Value, error) {
	a, live := t.agents.Of(x.Agent())
	switch {
	case !live:
		return Value{}, failure(CodeNotLive, "the calling agent is not live, so nobody faces it")
	case a.Owner() != nil:
		return Value{}, failure(CodeDelegated,
			"an agent that works for another cannot ask the user: decide, or say in the result what is open")
	}
	if err := check(in.Questions); err != nil {
		return Value{}, err
	}
	asker, ok := t.askers.Nearest(a.Key())
	if !ok {
		return Value{}, failure(CodeUnavailable, "nobody can be asked here: decide, and say what you assumed")
	}
	answers, err := asker.Ask(ctx, in.Questions)
	if err != nil {
		return Value{}, err
	}
	answers, err = match(in.Questions, answers)
	return Value{Answers: answers}, err
}
