package systemprompt_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

func Example() {
	ctx := context.Background()
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	prompt, err := systemprompt.New(systemprompt.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	prompt.AddSection(ctx, root, systemprompt.Section{
		Name: "role", Order: 1, Text: "You work in {{cwd}}.",
	})
	prompt.AddSection(ctx, root, systemprompt.Section{
		Name: "read", Order: 100, Text: "Read a file before you change it.",
	})
	prompt.AddVariable(ctx, root, "cwd", systemprompt.Value("/work"))

	assembly, err := prompt.Assemble(ctx, systemprompt.Input{})
	fmt.Println(assembly.System, err)
	// Output:
	// You work in /work.
	//
	// Read a file before you change it. <nil>
}

// An agent's section takes the place of everybody's.
func ExamplePrompt_AddSection() {
	ctx := context.Background()
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	agent, _ := root.Keyed("agent", nil)
	prompt, _ := systemprompt.New(systemprompt.Config{})
	prompt.AddSection(ctx, root, systemprompt.Section{Name: "tone", Text: "Be brief."})
	prompt.AddSection(ctx, agent, systemprompt.Section{Name: "tone", Text: "Explain at length."})

	everybody, _ := prompt.Assemble(ctx, systemprompt.Input{})
	mine, _ := prompt.Assemble(ctx, systemprompt.Input{Key: agent.Key()})
	fmt.Println(everybody.System)
	fmt.Println(mine.System)
	// Output:
	// Be brief.
	// Explain at length.
}

func ExamplePrompt_AddContext() {
	ctx := context.Background()
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	prompt, _ := systemprompt.New(systemprompt.Config{})
	prompt.AddContext(ctx, root, systemprompt.Section{Name: "approval", Text: "Nobody can be asked."})

	assembly, _ := prompt.Assemble(ctx, systemprompt.Input{})
	message, _ := assembly.ContextMessage()
	fmt.Println(message.Role, message.Source.Name)
	fmt.Println(message.Content.Text())
	// Output:
	// user system-prompt
	// Current context. It replaces every earlier message that begins with this line.
	//
	// Nobody can be asked.
}

func ExamplePrompt_AddTools() {
	ctx := context.Background()
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	prompt, _ := systemprompt.New(systemprompt.Config{
		ToolOrder: []string{"read", systemprompt.RestEntry},
	})
	prompt.AddTools(ctx, root, func(context.Context, *systemprompt.Input) (systemprompt.Toolbox, error) {
		return systemprompt.Toolbox{
			Tools: []llm.ToolDeclaration{{Name: "write"}, {Name: "edit"}, {Name: "read"}},
		}, nil
	})
	assembly, _ := prompt.Assemble(ctx, systemprompt.Input{})
	for _, tool := range assembly.Tools {
		fmt.Println(tool.Name)
	}
	// Output:
	// read
	// edit
	// write
}

// A listener has the last word on texts.
func ExampleEvents() {
	ctx := context.Background()
	root := scope.NewRoot("example")
	defer root.Close(ctx)
	prompt, _ := systemprompt.New(systemprompt.Config{})
	prompt.AddSection(ctx, root, systemprompt.Section{Name: "role", Text: "You are careful."})
	prompt.Events.Assemble.On(root, func(
		ctx context.Context, _ *systemprompt.Draft,
		next event.Next[*systemprompt.Draft, *systemprompt.Draft],
	) (*systemprompt.Draft, error) {
		d, err := next.Do(ctx)
		if err == nil {
			d.Section("role").Text += " Very careful."
		}
		return d, err
	})
	assembly, _ := prompt.Assemble(ctx, systemprompt.Input{})
	fmt.Println(assembly.System)
	// Output:
	// You are careful. Very careful.
}

func ExampleNewOrder() {
	_, err := systemprompt.NewOrder([]string{"read"})
	fmt.Println(systemprompt.CodeOf(err))
	fmt.Println(err)
	// Output:
	// PROMPT_ORDER_NO_REST
	// tool order: the entry "<unlisted-tools>" is missing; put it where all other tools belong
}
