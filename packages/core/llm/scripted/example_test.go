package scripted_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

func ExamplePlayer() {
	script, err := scripted.Parse([]byte(`{
		"version": 1, "name": "greeting",
		"turns": [{"expect": {"contains": ["hello"]}, "respond": {"text": "Hello to you!"}}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	player := scripted.NewPlayer(script, 0)
	for _, text := range []string{"good day", "hello"} {
		request := llm.Request{Messages: []llm.Message{llm.UserMessage(text)}}
		answer, err := player.Generate(context.Background(), request, nil)
		fmt.Println(answer.Message.Content.Text(), err)
	}
	// Output:
	//  script "greeting", turn 1: expected "hello" in what was said, got "good day"
	// Hello to you! <nil>
}

func ExampleRecorder() {
	model := scripted.NewPlayer(scripted.Default(), 0) // a real model, usually
	recorder := scripted.NewRecorder(model, "run")
	request := llm.Request{Messages: []llm.Message{llm.UserMessage("hello")}}
	if _, err := recorder.Generate(context.Background(), request, nil); err != nil {
		fmt.Println(err)
		return
	}
	script := recorder.Script()
	script.Turns[0].Respond.Text = "(the answer)"
	text, _ := script.Encode()
	os.Stdout.Write(text)
	// Output:
	// {
	//   "version": 1,
	//   "name": "run",
	//   "turns": [
	//     {
	//       "expect": {
	//         "role": "user"
	//       },
	//       "respond": {
	//         "text": "(the answer)",
	//         "finishReason": "stop"
	//       }
	//     }
	//   ]
	// }
}
